//! Checks of what a scenario says of sections.

/// Checks that matrices are symmetric, and a mass matrix is [m, m c~^T; m c~, J] (4.8).
pub(super) fn check_matrices(stiffness: &[Vec<f64>], mass: &[Vec<f64>]) -> Result<(), (&'static str, String)> {
    let wrong = |message: String| Err(("section", message));
    for (what, dense) in [("stiffness", stiffness), ("mass", mass)] {
        let largest = dense.iter().flatten().fold(0.0_f64, |a, x| a.max(x.abs()));
        let mut pairs = (0..6).flat_map(|i| (0..i).map(move |j| (i, j)));
        let differ = |(i, j): &(usize, usize)| (dense[*i][*j] - dense[*j][*i]).abs() > 1e-12 * largest;
        if let Some((i, j)) = pairs.find(differ) {
            return wrong(format!(
                "{what}: row {} column {} is {:?}, its mirror image {:?}; accepted: a symmetric matrix",
                i + 1,
                j + 1,
                dense[i][j],
                dense[j][i]
            ));
        }
    }
    let off = |i: usize, j: usize| (i, j, mass[i][j]);
    let of_mass = [off(0, 1), off(0, 2), off(1, 2)];
    if let Some((i, j, found)) = of_mass.into_iter().find(|(.., x)| *x != 0.0) {
        return wrong(format!(
            "mass: row {} column {} is {found:?}; accepted: zero, since the mass is the same along each axis",
            i + 1,
            j + 1
        ));
    }
    let largest = mass.iter().flatten().fold(0.0f64, |most, x| most.max(x.abs()));
    let wrong_pair = |i: usize, j: usize| (mass[3 + i][j] + mass[3 + j][i]).abs() > 1e-12 * largest;
    if let Some((i, j)) = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)].into_iter().find(|(i, j)| wrong_pair(*i, *j))
    {
        return wrong(format!(
            "mass: row {} column {} is {:?} and row {} column {} is {:?}; accepted: the negative of each other, since a centre of \
                 mass beside the line couples them by m c~ = m [[0, -cz, cy], [cz, 0, -cx], [-cy, cx, 0]]",
            4 + i,
            j + 1,
            mass[3 + i][j],
            4 + j,
            i + 1,
            mass[3 + j][i]
        ));
    }
    if mass[0][0] != mass[1][1] || mass[0][0] != mass[2][2] {
        return wrong(format!(
            "mass: found {:?}, {:?} and {:?} kg/m along the three axes; accepted: the same mass along each",
            mass[0][0], mass[1][1], mass[2][2]
        ));
    }
    Ok(())
}
