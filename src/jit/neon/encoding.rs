//! The instructions of aarch64 that are used, as a table: their bits, and where in them the operands are (Arm, Architecture
//! Reference Manual for A-profile architecture, chapter C4 and the pages of the instructions in C6 and C7).

/// An operand of an instruction: where its bits are and how it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    /// A vector register from this bit on, its lanes written like this.
    Vector(u32, &'static str),
    /// A register from this bit on, with its letter.
    Register(u32, char),
    /// The register of an address from bit 5 on, and its displacement from bit 10 on, in units of 16 bytes.
    Address,
    /// The registers of an address from bit 5 on and of what is added to it eight times from bit 16 on.
    Indexed,
    /// Twelve bits from bit 10 on.
    Immediate12,
    /// Sixteen bits from bit 5 on.
    Immediate16,
    /// A distance of so many bits from this bit on, in instructions.
    Distance(u32, u32),
    /// A text that belongs to the instruction.
    Text(&'static str),
}

/// An instruction: its name, its bits where operands are zero, and its operands in the order of assembly language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Form {
    name: &'static str,
    bits: u32,
    fields: &'static [Field],
}

const D2: &str = ".2d";
const B16: &str = ".16b";
/// Three vectors of two numbers; two.
const NUMBERS: &[Field] = &[Field::Vector(0, D2), Field::Vector(5, D2), Field::Vector(16, D2)];
const NUMBER: &[Field] = &[Field::Vector(0, D2), Field::Vector(5, D2)];
/// Three vectors of bits.
const BITS: &[Field] = &[Field::Vector(0, B16), Field::Vector(5, B16), Field::Vector(16, B16)];
const WORDS: &[Field] = &[Field::Register(0, 'w'), Field::Register(5, 'w'), Field::Register(16, 'w')];
const WORD_IMMEDIATE: &[Field] = &[Field::Register(0, 'w'), Field::Register(5, 'w'), Field::Immediate12];
const LONG_IMMEDIATE: &[Field] = &[Field::Register(0, 'x'), Field::Register(5, 'x'), Field::Immediate12];
const LONG_HIGH: &[Field] =
    &[Field::Register(0, 'x'), Field::Register(5, 'x'), Field::Immediate12, Field::Text("lsl #12")];
const MEMORY: &[Field] = &[Field::Register(0, 'q'), Field::Address];
const INDEXED: &[Field] = &[Field::Register(0, 'x'), Field::Indexed];
const COMPARED: &[Field] = &[Field::Register(5, 'w'), Field::Immediate12];
const COMPARED_WORDS: &[Field] = &[Field::Register(5, 'w'), Field::Register(16, 'w')];
const DISTANCE: &[Field] = &[Field::Distance(0, 26)];
const NEAR: &[Field] = &[Field::Distance(5, 19)];

/// Writes the table as constants, and as a list.
macro_rules! forms {
    ($($constant:ident $name:literal $bits:literal $fields:expr;)*) => {
        $(pub(super) const $constant: Form = Form { name: $name, bits: $bits, fields: $fields };)*
        /// All instructions.
        pub(super) const ALL: &[Form] = &[$($constant),*];
    };
}

forms! {
    FADD "fadd" 0x4e60d400 NUMBERS;
    FSUB "fsub" 0x4ee0d400 NUMBERS;
    FMUL "fmul" 0x6e60dc00 NUMBERS;
    FDIV "fdiv" 0x6e60fc00 NUMBERS;
    FMLA "fmla" 0x4e60cc00 NUMBERS;
    FMLS "fmls" 0x4ee0cc00 NUMBERS;
    FMAXNM "fmaxnm" 0x4e60c400 NUMBERS;
    FMINNM "fminnm" 0x4ee0c400 NUMBERS;
    FCMGT "fcmgt" 0x6ee0e400 NUMBERS;
    FCMGE "fcmge" 0x6e60e400 NUMBERS;
    FSQRT "fsqrt" 0x6ee1f800 NUMBER;
    FRINTM "frintm" 0x4e619800 NUMBER;
    FNEG "fneg" 0x6ee0f800 NUMBER;
    FABS "fabs" 0x4ee0f800 NUMBER;
    AND "and" 0x4e201c00 BITS;
    ORR "orr" 0x4ea01c00 BITS;
    BSL "bsl" 0x6e601c00 BITS;
    BIT "bit" 0x6ea01c00 BITS;
    BIF "bif" 0x6ee01c00 BITS;
    NOT "mvn" 0x6e205800 &[Field::Vector(0, B16), Field::Vector(5, B16)];
    UMAXP "umaxp" 0x6ea0a400 &[Field::Vector(0, ".4s"), Field::Vector(5, ".4s"), Field::Vector(16, ".4s")];
    CNT "cnt" 0x0e205800 &[Field::Vector(0, ".8b"), Field::Vector(5, ".8b")];
    ADDV "addv" 0x0e31b800 &[Field::Register(0, 'b'), Field::Vector(5, ".8b")];
    LDR "ldr" 0x3dc00000 MEMORY;
    STR "str" 0x3d800000 MEMORY;
    SAVE "stp" 0x6dbf03e0 &[Field::Register(0, 'd'), Field::Register(10, 'd'), Field::Text("[sp, #-16]!")];
    RESTORE "ldp" 0x6cc103e0 &[Field::Register(0, 'd'), Field::Register(10, 'd'), Field::Text("[sp], #16")];
    SAVE_LONG "stp" 0xa9bf03e0 &[Field::Register(0, 'x'), Field::Register(10, 'x'), Field::Text("[sp, #-16]!")];
    RESTORE_LONG "ldp" 0xa8c103e0 &[Field::Register(0, 'x'), Field::Register(10, 'x'), Field::Text("[sp], #16")];
    FMOV_FROM_WORD "fmov" 0x1e270000 &[Field::Register(0, 's'), Field::Register(5, 'w')];
    FMOV_TO_LONG "fmov" 0x9e660000 &[Field::Register(0, 'x'), Field::Register(5, 'd')];
    FMOV_TO_WORD "fmov" 0x1e260000 &[Field::Register(0, 'w'), Field::Register(5, 's')];
    FCVTZS "fcvtzs" 0x4ee1b800 NUMBER;
    MOV_FROM_SECOND "mov" 0x4e183c00 &[Field::Register(0, 'x'), Field::Vector(5, ".d[1]")];
    MOV_TO_SECOND "mov" 0x4e181c00 &[Field::Vector(0, ".d[1]"), Field::Register(5, 'x')];
    FMOV_FROM_LONG "fmov" 0x9e670000 &[Field::Register(0, 'd'), Field::Register(5, 'x')];
    MOVZ_LONG "mov" 0xd2800000 &[Field::Register(0, 'x'), Field::Immediate16];
    MOVK_16 "movk" 0xf2a00000 &[Field::Register(0, 'x'), Field::Immediate16, Field::Text("lsl #16")];
    MOVK_32 "movk" 0xf2c00000 &[Field::Register(0, 'x'), Field::Immediate16, Field::Text("lsl #32")];
    MOVK_48 "movk" 0xf2e00000 &[Field::Register(0, 'x'), Field::Immediate16, Field::Text("lsl #48")];
    LDR_INDEXED "ldr" 0xf8607800 INDEXED;
    MOVZ "mov" 0x52800000 &[Field::Register(0, 'w'), Field::Immediate16];
    MOVN "movn" 0x12800000 &[Field::Register(0, 'w'), Field::Immediate16];
    ADD_LONG "add" 0x91000000 LONG_IMMEDIATE;
    ADD_HIGH "add" 0x91400000 LONG_HIGH;
    SUB_LONG "sub" 0xd1000000 LONG_IMMEDIATE;
    ADD_WORD "add" 0x11000000 WORD_IMMEDIATE;
    CMP_IMMEDIATE "cmp" 0x7100001f COMPARED;
    SUBS_WORD "subs" 0x71000000 WORD_IMMEDIATE;
    CMP_WORDS "cmp" 0x6b00001f COMPARED_WORDS;
    OR_WORDS "orr" 0x2a000000 WORDS;
    BIC_WORDS "bic" 0x0a200000 WORDS;
    LSL_WORDS "lsl" 0x1ac02000 WORDS;
    LSR_WORDS "lsr" 0x1ac02400 WORDS;
    HALVE "lsr" 0x53017c00 &[Field::Register(0, 'w'), Field::Register(5, 'w'), Field::Text("#1")];
    B "b" 0x14000000 DISTANCE;
    BL "bl" 0x94000000 DISTANCE;
    B_EQ "b.eq" 0x54000000 NEAR;
    B_NE "b.ne" 0x54000001 NEAR;
    B_LS "b.ls" 0x54000009 NEAR;
    CBZ "cbz" 0xb4000000 &[Field::Register(0, 'x'), Field::Distance(5, 19)];
    CBNZ "cbnz" 0xb5000000 &[Field::Register(0, 'x'), Field::Distance(5, 19)];
    TBNZ_FIRST "tbnz" 0x37000000 &[Field::Register(0, 'w'), Field::Text("#0"), Field::Distance(5, 14)];
    RET "ret" 0xd65f03c0 &[];
}

impl Field {
    /// Returns the bits that the field takes.
    fn mask(self) -> u32 {
        match self {
            Field::Vector(at, _) | Field::Register(at, _) => 0x1f << at,
            Field::Address => 0xfff << 10 | 0x1f << 5,
            Field::Indexed => 0x1f << 16 | 0x1f << 5,
            Field::Immediate12 => 0xfff << 10,
            Field::Immediate16 => 0xffff << 5,
            Field::Distance(at, bits) => ((1 << bits) - 1) << at,
            Field::Text(_) => 0,
        }
    }

    /// Encodes an operand; an address takes two numbers, a text none.
    fn bits(self, operands: &mut impl Iterator<Item = i64>) -> u32 {
        let mut next = |at: u32, limit: i64| {
            let operand = operands.next().expect("an operand for every field");
            assert!((0..limit).contains(&operand), "{operand} is less than {limit}");
            (operand as u32) << at
        };
        match self {
            Field::Vector(at, _) | Field::Register(at, _) => next(at, 32),
            Field::Address => {
                let base = next(5, 32);
                let displacement = next(0, 1 << 16);
                assert!(displacement.is_multiple_of(16), "{displacement} is a multiple of 16");
                // in units of 16 bytes, from bit 10 on
                base | displacement << (10 - 4)
            }
            Field::Indexed => next(5, 32) | next(16, 32),
            Field::Immediate12 => next(10, 1 << 12),
            Field::Immediate16 => next(5, 1 << 16),
            Field::Distance(at, bits) => {
                let distance = operands.next().expect("an operand for every field");
                assert!((-1 << (bits - 1)..1 << (bits - 1)).contains(&distance), "{distance} fits into {bits} bits");
                (distance as u32) << at & self.mask()
            }
            Field::Text(_) => 0,
        }
    }

    /// Prints the operand in an instruction that begins at `at`.
    fn text(self, word: u32, at: usize) -> String {
        let value = |from: u32, mask: u32| word >> from & mask;
        match self {
            Field::Vector(from, lanes) => format!("v{}{lanes}", value(from, 0x1f)),
            Field::Register(from, letter) => format!("{letter}{}", value(from, 0x1f)),
            Field::Address => match (value(5, 0x1f), 16 * value(10, 0xfff)) {
                (base, 0) => format!("[x{base}]"),
                (base, displacement) => format!("[x{base}, #{displacement}]"),
            },
            Field::Indexed => format!("[x{}, x{}, lsl #3]", value(5, 0x1f), value(16, 0x1f)),
            Field::Immediate12 => format!("#{}", value(10, 0xfff)),
            Field::Immediate16 => format!("#{}", value(5, 0xffff)),
            Field::Distance(from, bits) => {
                let distance = (word << (32 - from - bits)) as i32 >> (32 - bits);
                format!("{:x}", at as i64 + 4 * i64::from(distance))
            }
            Field::Text(text) => text.to_string(),
        }
    }
}

impl Form {
    /// Encodes the instruction with these operands, in the order of assembly language; an address is its register and
    /// its displacement, a distance one of instructions.
    pub(super) fn word(&self, operands: &[i64]) -> u32 {
        let mut operands = operands.iter().copied();
        let word = self.fields.iter().fold(self.bits, |word, field| word | field.bits(&mut operands));
        assert!(operands.next().is_none(), "{} has fewer operands", self.name);
        word
    }

    /// Says whether an instruction is of this form.
    pub(super) fn is_form_of(&self, word: u32) -> bool {
        let operands = self.fields.iter().fold(0, |mask, field| mask | field.mask());
        word & !operands == self.bits
    }
}

/// Prints an instruction that begins at `at`; the distance of a jump is written as its destination.
pub(super) fn text(word: u32, at: usize) -> Option<String> {
    let form = ALL.iter().find(|form| form.is_form_of(word))?;
    let operands: Vec<String> = form.fields.iter().map(|field| field.text(word, at)).collect();
    Some(format!("{} {}", form.name, operands.join(", ")).trim_end().to_string())
}
