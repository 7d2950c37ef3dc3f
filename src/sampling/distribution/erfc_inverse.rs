//! The inverse of the complementary error function on (0, 1], from arithmetic alone, so that every platform computes
//! the same bits.
//!
//! Rational functions of J. Maddock in Boost 1.37 (`erf_inv.hpp`, 2006), relative error below 1e-17 in exact arithmetic,
//! as the crate `statrs` carries them. The tails are functions of sqrt(-ln q).

use super::rational::Piece;
use crate::num::Real;

/// The upper ends of the tails' pieces in sqrt(-ln q); the last one serves down to q = 1e-840.
const TAIL_ENDS: [f64; 3] = [3.0, 6.0, 18.0];

/// Returns the inverse for 0 < q <= 1.
pub(super) fn erfc_inverse<R: Real>(q: R) -> R {
    let p = R::one() - q;
    let central = CENTRAL.times(p * (p + R::constant(10.0)), p);
    let logarithm = q.ln();
    let middle = logarithm.scale(-2.0).sqrt() / (R::constant(MIDDLE.base) + MIDDLE.ratio(q));
    let x = (-logarithm).sqrt();
    let [first, second, third, last] = TAILS.each_ref().map(|piece| piece.times(x, x));
    let tails = [(TAIL_ENDS[2], third), (TAIL_ENDS[1], second), (TAIL_ENDS[0], first)];
    let tail = tails.into_iter().fold(last, |beyond, (end, value)| R::select(x.less(R::constant(end)), value, beyond));
    let outer = R::select(R::constant(0.25).less_equal(q), middle, tail);
    R::select(R::constant(0.5).less_equal(q), central, outer)
}

/// For q >= 1/2, as a function of 1 - q.
const CENTRAL: Piece = Piece {
    base: 0.08913147449493408,
    shift: 0.0,
    numerator: &[
        -0.0005087819496582806,
        -0.008368748197417368,
        0.03348066254097446,
        -0.012692614766297404,
        -0.03656379714117627,
        0.02198786811111689,
        0.008226878746769157,
        -0.005387729650712429,
    ],
    denominator: &[
        1.0,
        -0.9700050433032906,
        -1.5657455823417585,
        1.5622155839842302,
        0.662328840472003,
        -0.7122890234154284,
        -0.05273963823400997,
        0.07952836873415717,
        -0.0023339375937419,
        0.0008862163904564247,
    ],
};

/// For 1/4 <= q < 1/2.
const MIDDLE: Piece = Piece {
    base: 2.249481201171875,
    shift: 0.25,
    numerator: &[
        -0.20243350835593876,
        0.10526468069939171,
        8.3705032834312,
        17.644729840837403,
        -18.851064805871424,
        -44.6382324441787,
        17.445385985570866,
        21.12946554483405,
        -3.6719225470772936,
    ],
    denominator: &[
        1.0,
        6.242641248542475,
        3.971343795334387,
        -28.66081804998,
        -20.14326346804852,
        48.560921310873994,
        10.826866735546016,
        -22.643693341313973,
        1.7211476576120028,
    ],
};

/// For q < 1/4, as functions of x = sqrt(-ln q).
const TAILS: [Piece; 4] = [
    Piece {
        base: 0.807220458984375,
        shift: 1.125,
        numerator: &[
            -0.1311027816799519,
            -0.16379404719331705,
            0.11703015634199525,
            0.38707973897260434,
            0.3377855389120359,
            0.14286953440815717,
            0.029015791000532906,
            0.0021455899538880526,
            -6.794655751811263e-07,
            2.8522533178221704e-08,
            -6.81149956853777e-10,
        ],
        denominator: &[
            1.0,
            3.4662540724256723,
            5.381683457070069,
            4.778465929458438,
            2.5930192162362027,
            0.848854343457902,
            0.15226433829533179,
            0.011059242293464892,
        ],
    },
    Piece {
        base: 0.9399557113647461,
        shift: 3.0,
        numerator: &[
            -0.0350353787183178,
            -0.0022242652921344794,
            0.018557330651423107,
            0.009508047013259196,
            0.0018712349281955923,
            0.00015754461742496055,
            4.60469890584318e-06,
            -2.304047769118826e-10,
            2.6633922742578204e-12,
        ],
        denominator: &[
            1.0,
            1.3653349817554064,
            0.7620591645536234,
            0.22009110576413124,
            0.03415891436709477,
            0.00263861676657016,
            7.646752923027944e-05,
        ],
    },
    Piece {
        base: 0.9836282730102539,
        shift: 6.0,
        numerator: &[
            -0.016743100507663373,
            -0.0011295143874558028,
            0.001056288621524929,
            0.00020938631748758808,
            1.4962478375834237e-05,
            4.4969678992770644e-07,
            4.625961635228786e-09,
            -2.811287356288318e-14,
            9.905570997331033e-17,
        ],
        denominator: &[
            1.0,
            0.5914293448864175,
            0.1381518657490833,
            0.016074608709367652,
            0.0009640118070051656,
            2.7533547476472603e-05,
            2.82243172016108e-07,
        ],
    },
    Piece {
        base: 0.9971456527709961,
        shift: 18.0,
        numerator: &[
            -0.002497821279189813,
            -7.79190719229054e-06,
            2.5472303741302746e-05,
            1.6239777734251093e-06,
            3.963410113048012e-08,
            4.116328311909442e-10,
            1.4559628671867504e-12,
            -1.1676501239718427e-18,
        ],
        denominator: &[
            1.0,
            0.2071231122144225,
            0.01694108381209759,
            0.0006905382656226846,
            1.4500735981823264e-05,
            1.4443775662814415e-07,
            5.097612765997785e-10,
        ],
    },
];
