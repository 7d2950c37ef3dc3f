//! Instructions beside those of another assembler.

use crate::jit::neon::encoding::{self as form, Form, text};

/// Where the instructions begin.
const AT: usize = 0x1000_0000;

/// Every instruction, its operands, how it is written, and its word from the assembler of GNU binutils 2.40 (`as` for
/// aarch64-linux-gnu), which was given these texts; jumps lead from [`AT`].
const ASSEMBLED: &[(Form, &[i64], &str, u32)] = &[
    (form::FADD, &[31, 1, 30], "fadd v31.2d, v1.2d, v30.2d", 0x4e7ed43f),
    (form::FSUB, &[3, 17, 8], "fsub v3.2d, v17.2d, v8.2d", 0x4ee8d623),
    (form::FMUL, &[0, 31, 16], "fmul v0.2d, v31.2d, v16.2d", 0x6e70dfe0),
    (form::FDIV, &[9, 2, 21], "fdiv v9.2d, v2.2d, v21.2d", 0x6e75fc49),
    (form::FMLA, &[4, 15, 27], "fmla v4.2d, v15.2d, v27.2d", 0x4e7bcde4),
    (form::FMLS, &[28, 6, 11], "fmls v28.2d, v6.2d, v11.2d", 0x4eebccdc),
    (form::FMAXNM, &[3, 17, 31], "fmaxnm v3.2d, v17.2d, v31.2d", 0x4e7fc623),
    (form::FMINNM, &[3, 17, 31], "fminnm v3.2d, v17.2d, v31.2d", 0x4effc623),
    (form::FCMGT, &[31, 5, 10], "fcmgt v31.2d, v5.2d, v10.2d", 0x6eeae4bf),
    (form::FCMGE, &[12, 29, 7], "fcmge v12.2d, v29.2d, v7.2d", 0x6e67e7ac),
    (form::FSQRT, &[13, 22], "fsqrt v13.2d, v22.2d", 0x6ee1facd),
    (form::FRINTM, &[26, 14], "frintm v26.2d, v14.2d", 0x4e6199da),
    (form::FNEG, &[18, 25], "fneg v18.2d, v25.2d", 0x6ee0fb32),
    (form::FABS, &[24, 19], "fabs v24.2d, v19.2d", 0x4ee0fa78),
    (form::AND, &[20, 23, 1], "and v20.16b, v23.16b, v1.16b", 0x4e211ef4),
    (form::ORR, &[2, 30, 30], "orr v2.16b, v30.16b, v30.16b", 0x4ebe1fc2),
    (form::BSL, &[17, 3, 28], "bsl v17.16b, v3.16b, v28.16b", 0x6e7c1c71),
    (form::BIT, &[8, 24, 31], "bit v8.16b, v24.16b, v31.16b", 0x6ebf1f08),
    (form::BIF, &[16, 4, 31], "bif v16.16b, v4.16b, v31.16b", 0x6eff1c90),
    (form::NOT, &[21, 10], "mvn v21.16b, v10.16b", 0x6e205955),
    (form::UMAXP, &[31, 9, 9], "umaxp v31.4s, v9.4s, v9.4s", 0x6ea9a53f),
    (form::CNT, &[31, 30], "cnt v31.8b, v30.8b", 0x0e205bdf),
    (form::ADDV, &[31, 29], "addv b31, v29.8b", 0x0e31bbbf),
    (form::LDR, &[30, 2, 0], "ldr q30, [x2]", 0x3dc0005e),
    (form::LDR, &[7, 0, 65520], "ldr q7, [x0, #65520]", 0x3dfffc07),
    (form::STR, &[19, 1, 16], "str q19, [x1, #16]", 0x3d800433),
    (form::STR, &[0, 9, 512], "str q0, [x9, #512]", 0x3d808120),
    (form::SAVE, &[8, 9], "stp d8, d9, [sp, #-16]!", 0x6dbf27e8),
    (form::RESTORE, &[14, 15], "ldp d14, d15, [sp], #16", 0x6cc13fee),
    (form::SAVE_LONG, &[15, 30], "stp x15, x30, [sp, #-16]!", 0xa9bf7bef),
    (form::RESTORE_LONG, &[15, 30], "ldp x15, x30, [sp], #16", 0xa8c17bef),
    (form::FMOV_FROM_WORD, &[31, 11], "fmov s31, w11", 0x1e27017f),
    (form::FMOV_TO_LONG, &[13, 31], "fmov x13, d31", 0x9e6603ed),
    (form::FMOV_TO_WORD, &[12, 31], "fmov w12, s31", 0x1e2603ec),
    (form::FCVTZS, &[7, 19], "fcvtzs v7.2d, v19.2d", 0x4ee1ba67),
    (form::MOV_FROM_SECOND, &[14, 31], "mov x14, v31.d[1]", 0x4e183fee),
    (form::MOV_TO_SECOND, &[21, 14], "mov v21.d[1], x14", 0x4e181dd5),
    (form::FMOV_FROM_LONG, &[21, 13], "fmov d21, x13", 0x9e6701b5),
    (form::MOVZ_LONG, &[9, 65535], "mov x9, #65535", 0xd29fffe9),
    (form::MOVK_16, &[9, 4660], "movk x9, #4660, lsl #16", 0xf2a24689),
    (form::MOVK_32, &[9, 4660], "movk x9, #4660, lsl #32", 0xf2c24689),
    (form::MOVK_48, &[9, 7], "movk x9, #7, lsl #48", 0xf2e000e9),
    (form::LDR_INDEXED, &[13, 9, 14], "ldr x13, [x9, x14, lsl #3]", 0xf86e792d),
    (form::MOVZ, &[11, 65535], "mov w11, #65535", 0x529fffeb),
    (form::MOVN, &[11, 0], "movn w11, #0", 0x1280000b),
    (form::ADD_LONG, &[0, 0, 16], "add x0, x0, #16", 0x91004000),
    (form::ADD_HIGH, &[9, 2, 4095], "add x9, x2, #4095, lsl #12", 0x917ffc49),
    (form::SUB_LONG, &[0, 0, 512], "sub x0, x0, #512", 0xd1080000),
    (form::ADD_WORD, &[10, 10, 1], "add w10, w10, #1", 0x1100054a),
    (form::SUBS_WORD, &[3, 3, 1], "subs w3, w3, #1", 0x71000463),
    (form::CMP_IMMEDIATE, &[10, 32], "cmp w10, #32", 0x7100815f),
    (form::CMP_WORDS, &[13, 12], "cmp w13, w12", 0x6b0c01bf),
    (form::OR_WORDS, &[11, 11, 13], "orr w11, w11, w13", 0x2a0d016b),
    (form::BIC_WORDS, &[11, 11, 13], "bic w11, w11, w13", 0x0a2d016b),
    (form::LSL_WORDS, &[13, 13, 10], "lsl w13, w13, w10", 0x1aca21ad),
    (form::LSR_WORDS, &[13, 11, 10], "lsr w13, w11, w10", 0x1aca256d),
    (form::HALVE, &[12, 12], "lsr w12, w12, #1", 0x53017d8c),
    (form::B, &[16], "b 10000040", 0x14000010),
    (form::B, &[-33554432], "b 8000000", 0x16000000),
    (form::BL, &[-8], "bl fffffe0", 0x97fffff8),
    (form::B_EQ, &[2], "b.eq 10000008", 0x54000040),
    (form::B_NE, &[262143], "b.ne 100ffffc", 0x547fffe1),
    (form::B_LS, &[-262144], "b.ls ff00000", 0x54800009),
    (form::CBZ, &[13, 2], "cbz x13, 10000008", 0xb400004d),
    (form::CBNZ, &[13, -2], "cbnz x13, ffffff8", 0xb5ffffcd),
    (form::TBNZ_FIRST, &[13, 2], "tbnz w13, #0, 10000008", 0x3700004d),
    (form::RET, &[], "ret", 0xd65f03c0),
];

#[test]
fn instructions_have_the_words_of_another_assembler() {
    for (form, operands, expected, word) in ASSEMBLED {
        let found = form.word(operands);
        assert!(found == *word, "{expected}: {found:08x} instead of {word:08x}");
        assert_eq!(text(*word, AT).as_deref(), Some(*expected));
        // nothing else is taken for it
        let forms: Vec<&Form> = form::ALL.iter().filter(|form| form.is_form_of(*word)).collect();
        assert!(forms.len() == 1 || expected.starts_with("cmp"), "{expected}: {forms:?}");
    }
    let is_tested = |form: &Form| ASSEMBLED.iter().any(|(tested, ..)| tested == form);
    assert!(form::ALL.iter().all(is_tested), "every instruction is in the list");
    assert_eq!(text(0, AT), None);
}
