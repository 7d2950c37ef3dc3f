//! Products of polynomials, one of each input.

/// The degree of the polynomial of each input.
pub(super) type Exponents = Vec<u8>;

/// A sum of products, each times its coefficient.
pub(super) type Expansion = Vec<(Exponents, f64)>;

/// Returns how many products of so many inputs have at most a degree together.
pub(super) fn count(inputs: usize, degree: usize) -> f64 {
    (1..=degree).map(|k| (inputs + k) as f64 / k as f64).product()
}

/// Returns the products that have at most a degree together, each input at most its own; the constant first.
pub(super) fn products(most: &[usize], degree: usize) -> Vec<Exponents> {
    let mut all: Vec<Exponents> = vec![Vec::new()];
    for own in most {
        let further = |of: Exponents| {
            let used: usize = of.iter().map(|k| usize::from(*k)).sum();
            (0..=(*own).min(degree - used)).map(move |k| of.iter().copied().chain([k as u8]).collect())
        };
        all = all.into_iter().flat_map(further).collect();
    }
    all
}

/// Returns the inputs that a product varies with.
pub(super) fn support(of: &Exponents) -> Vec<usize> {
    (0..of.len()).filter(|i| of[*i] > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_as_many_as_are_counted() {
        for (inputs, degree, exact) in [(3, 4, 35), (1, 7, 8), (20, 2, 231)] {
            let found = products(&vec![degree; inputs], degree);
            assert_eq!((found.len(), count(inputs, degree).round() as usize), (exact, exact));
            assert_eq!(support(&found[0]), Vec::<usize>::new());
        }
        assert_eq!(products(&[1, 2], 2), [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1]]);
    }
}
