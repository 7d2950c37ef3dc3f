//! Tables whose columns NumPy and Arrow see without copying.

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::Int32Type;
use arrow_array::{
    Array as _, ArrayRef, DictionaryArray, Float64Array, Int32Array, RecordBatch, RecordBatchIterator, StringArray,
    UInt64Array,
};
use arrow_buffer::{NullBuffer, ScalarBuffer};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{Field, Schema};
use gyrosweep::io::table::{Column, ColumnKind, DataTable, Field as DataField};
use numpy::ndarray::ArrayView1;
use numpy::{Element, PyArray1};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::collections::HashMap;
use std::sync::Arc;

/// A table of columns, which Arrow takes without copying (`__arrow_c_stream__`).
#[pyclass(frozen, module = "gyrosweep._gyrosweep")]
#[derive(Debug)]
pub(crate) struct Table {
    batch: RecordBatch,
}

/// Returns a column as Arrow has it: what is absent is null there, and NaN in the numbers below.
fn array(column: Column) -> ArrayRef {
    match column {
        Column::Integer(values) => Arc::new(UInt64Array::new(ScalarBuffer::from(values), None)),
        Column::Real(values) => {
            let absent = values.iter().any(|x| x.is_nan());
            let nulls = absent.then(|| NullBuffer::from_iter(values.iter().map(|x| !x.is_nan())));
            Arc::new(Float64Array::new(ScalarBuffer::from(values), nulls))
        }
        Column::Text(values) => {
            let (mut words, mut places) = (Vec::new(), HashMap::new());
            let code = |word: std::borrow::Cow<'static, str>| {
                *places.entry(word).or_insert_with_key(|word| {
                    words.push(word.to_string());
                    (words.len() - 1) as i32
                })
            };
            let codes: Vec<i32> = values.into_iter().map(code).collect();
            let words: ArrayRef = Arc::new(StringArray::from(words));
            let codes = Int32Array::new(ScalarBuffer::from(codes), None);
            Arc::new(DictionaryArray::<Int32Type>::new(codes, words))
        }
    }
}

impl Table {
    /// Makes a table of one in memory, whose numbers stay where they are.
    pub(crate) fn new(data: DataTable) -> Self {
        let (fields, columns) = data.into_parts();
        let arrays: Vec<ArrayRef> = columns.into_iter().map(array).collect();
        let described = fields.iter().zip(&arrays).map(|(field, array)| {
            let unit = field.unit.iter().map(|unit| ("unit".to_string(), unit.clone()));
            let is_absent = array.null_count() > 0 || array.as_any().is::<Float64Array>();
            Field::new(&field.name, array.data_type().clone(), is_absent)
                .with_metadata(unit.collect::<HashMap<String, String>>())
        });
        let schema = Arc::new(Schema::new(described.collect::<Vec<_>>()));
        let batch = RecordBatch::try_new(schema, arrays).expect("columns of one length that fit their fields");
        Self { batch }
    }

    /// Returns a copy of the table as the library has it.
    pub(crate) fn data(&self) -> DataTable {
        let (mut fields, mut columns) = (Vec::new(), Vec::new());
        for (field, column) in self.batch.schema_ref().fields().iter().zip(self.batch.columns()) {
            let any = column.as_any();
            let (kind, values) = if let Some(numbers) = any.downcast_ref::<Float64Array>() {
                (ColumnKind::Real, Column::Real(numbers.values().to_vec()))
            } else if let Some(numbers) = any.downcast_ref::<UInt64Array>() {
                (ColumnKind::Integer, Column::Integer(numbers.values().to_vec()))
            } else {
                let (known, codes) = words(column);
                let word = |code: &i32| known.value(*code as usize).to_string().into();
                (ColumnKind::Text, Column::Text(codes.iter().map(word).collect()))
            };
            let described = DataField::new(field.name(), kind);
            let unit = field.metadata().get("unit");
            fields.push(unit.into_iter().fold(described, |field, unit| field.with_unit(unit.clone())));
            columns.push(values);
        }
        let mut table = DataTable::new(fields);
        table.append(columns).expect("columns that fit their fields");
        table
    }
}

/// Returns the words of a column, and the place of each row's word among them.
fn words(column: &ArrayRef) -> (&StringArray, &ScalarBuffer<i32>) {
    let words = column.as_any().downcast_ref::<DictionaryArray<Int32Type>>().expect("a column is numbers or words");
    let known = words.values().as_any().downcast_ref::<StringArray>().expect("words are texts");
    (known, words.keys().values())
}

/// Returns a view of numbers as a NumPy array that keeps the table alive and cannot be written to.
#[allow(unsafe_code)]
fn view<'py, T: Element>(table: &Bound<'py, Table>, values: &[T]) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: the numbers belong to the table, which never changes and which the array keeps alive
    let array = unsafe { PyArray1::borrow_from_array(&ArrayView1::from(values), table.clone().into_any()) };
    array.call_method("setflags", (false,), None)?;
    Ok(array.into_any())
}

#[pymethods]
impl Table {
    /// The names of the columns.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.batch.schema_ref().fields().iter().map(|field| field.name().clone()).collect()
    }

    /// The units of the columns that have one, by name.
    #[getter]
    fn units(&self) -> HashMap<String, String> {
        let unit = |field: &Arc<Field>| Some((field.name().clone(), field.metadata().get("unit")?.clone()));
        self.batch.schema_ref().fields().iter().filter_map(unit).collect()
    }

    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    /// Returns a column as a NumPy array without copying; of words their places among the second result.
    fn column<'py>(slf: &Bound<'py, Self>, name: &str) -> PyResult<(Bound<'py, PyAny>, Option<Vec<String>>)> {
        let table = slf.get();
        let column = table.batch.column_by_name(name).ok_or_else(|| PyKeyError::new_err(name.to_string()))?;
        let any = column.as_any();
        if let Some(numbers) = any.downcast_ref::<Float64Array>() {
            return Ok((view(slf, numbers.values())?, None));
        }
        if let Some(numbers) = any.downcast_ref::<UInt64Array>() {
            return Ok((view(slf, numbers.values())?, None));
        }
        let (known, codes) = words(column);
        let known = known.iter().map(|word| word.unwrap_or_default().to_string()).collect();
        Ok((view(slf, codes)?, Some(known)))
    }

    /// Returns the table as a stream of the Arrow PyCapsule interface.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // the interface lets a producer ignore what is requested
        drop(requested_schema);
        let batches = RecordBatchIterator::new([Ok(self.batch.clone())], self.batch.schema());
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(batches)), c"arrow_array_stream")
    }

    /// Returns the schema of the Arrow PyCapsule interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.batch.schema_ref().as_ref()).expect("a schema of simple types");
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }
}
