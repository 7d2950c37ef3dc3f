//! Parts of columns, for tasks of some members each.

/// The fewest rows whose columns cores share among them; for fewer no thread is started.
pub(crate) const FEWEST_SHARED: usize = 4096;

/// Divides columns of a length, which follow each other, into parts of some members: of every part all columns.
pub(crate) fn in_parts<T>(columns: &mut [T], length: usize, part: usize) -> Vec<Vec<&mut [T]>> {
    let mut parts: Vec<Vec<&mut [T]>> = (0..length.div_ceil(part.max(1))).map(|_| Vec::new()).collect();
    for column in columns.chunks_mut(length.max(1)) {
        parts.iter_mut().zip(column.chunks_mut(part)).for_each(|(all, part)| all.push(part));
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::in_parts;

    #[test]
    fn parts_have_all_columns() {
        let mut numbers = [0, 1, 2, 3, 4, 10, 11, 12, 13, 14];
        let parts: Vec<Vec<Vec<i32>>> = in_parts(&mut numbers, 5, 2)
            .into_iter()
            .map(|part| part.into_iter().map(|x| x.to_vec()).collect())
            .collect();
        assert_eq!(parts, [[vec![0, 1], vec![10, 11]], [vec![2, 3], vec![12, 13]], [vec![4], vec![14]]]);
        assert!(in_parts::<i32>(&mut [], 0, 2).is_empty());
        assert_eq!(in_parts::<i32>(&mut [], 3, 2), [Vec::<&mut [i32]>::new(), Vec::new()]);
    }
}
