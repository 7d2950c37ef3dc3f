// The tables that the functions look numbers up in, one after the other, which all chunks share.
@group(0) @binding({{ tables.binding }}) var<storage, read> tables: array<real>;

// The number of a column, which begins there, in a row of a table: the first below it, the last above it.
fn entry(first: u32, width: u32, rows: u32, row: real) -> real {
    let last = number(rows - 1u);
    // what is not a number is not more than nothing
    let from_first = select(ZERO, row, less(ZERO, row));
    let in_table = select(last, from_first, less(from_first, last));
    return tables[first + width * code(whole(in_table))];
}

