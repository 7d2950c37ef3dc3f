"""Tables: NumPy, Arrow, polars, pandas and xarray see the same numbers, and those of the first two where they are."""

import gyrosweep as gs
import numpy as np
import polars
import pyarrow
import pytest


@pytest.fixture
def results(growth):
    return gs.Scenario.from_toml(growth).run(progress=False)


def test_columns_are_not_copied_and_cannot_be_written(results):
    x = results.members["x_end"]
    assert x.dtype == np.float64 and not x.flags.writeable and not x.flags.owndata
    with pytest.raises(ValueError):
        x.setflags(write=True)
    arrow = results.members.to_arrow()
    assert isinstance(arrow, pyarrow.Table)
    values = np.frombuffer(arrow["x_end"].chunk(0).buffers()[1], dtype=np.float64)
    assert np.shares_memory(x, values)
    kept = polars.DataFrame(results.members)["a"].to_numpy()
    assert np.shares_memory(kept, results.members["a"])
    # the numbers outlive the table
    del results
    assert x[0] == pytest.approx(1 / (1 / 0.5 - 0.1))


def test_what_is_missing_is_nan_here_and_null_there(results):
    failed = results.members["outcome"] == "non_finite"
    assert failed.tolist() == [False] * 5 + [True]
    assert np.isnan(results.members["x_end"]).tolist() == failed.tolist()
    assert results.members.to_arrow()["x_end"].null_count == 1
    assert results.members.to_polars()["x_end"].null_count() == 1
    assert results.members.to_pandas()["x_end"].isna().sum() == 1
    assert results.outcomes == {"completed": 5, "non_finite": 1}


def test_units_and_axes_are_kept(results):
    assert results.members.units == {"rate": "1/s", "outcome_time": "s", "x_end": "1", "product": "1"}
    assert results.members.to_arrow().field("rate").metadata == {b"unit": b"1/s"}
    assert results.members.to_pandas().attrs["units"]["rate"] == "1/s"
    data = results.members.to_xarray()
    assert dict(data.sizes) == {"a": 3, "rate": 2} and data["rate"].attrs["units"] == "1/s"
    assert float(data["x_end"].sel(a=1.0, rate=0.1)) == pytest.approx(1 / 0.9)
    assert data["outcome"].sel(a=4.0, rate=0.5) == "non_finite"


def test_words_and_whole_numbers(results):
    members = results.members
    assert members["member"].dtype == np.uint64 and members["member"].tolist() == [0, 1, 2, 3, 4, 5]
    assert members.to_polars()["outcome"].to_list()[-1] == "non_finite"
    assert list(members.to_pandas()["outcome"].cat.categories) == ["completed", "non_finite"]
    assert len(members.names) == len(list(members)) == 8 and "x_end" in members and members.rows == 6
    with pytest.raises(KeyError, match="x_end"):
        members["x_ende"]
