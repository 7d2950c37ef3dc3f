"""The notebook of the examples runs, and is stored without outputs."""

import pytest
from conftest import ROOT

# what its results must be
CHECKS = """
assert r.outcomes == {"completed": 10_000}
# central differences of second order
assert np.allclose(jacobian[:, 0], difference, rtol=1e-5)
assert np.all(np.abs(found.x - true) < 3 * deviations) and found.nfev < 15
# p11_uq.json of the golden data, second case; 2e-3 is the sampling error of 1024 rows, with a margin
assert np.allclose(indices["S1"], [0.6192, 0.1619, 0.2177], atol=2e-3)
"""


def test_the_notebook_runs(tmp_path):
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    for module in ("ipykernel", "matplotlib", "pandas", "SALib", "scipy"):
        pytest.importorskip(module)
    notebook = nbformat.read(ROOT / "python" / "examples" / "tutorial.ipynb", as_version=4)
    assert 10 <= len(notebook.cells) <= 15
    for cell in notebook.cells:
        assert cell.cell_type == "markdown" or (cell.outputs == [] and cell.execution_count is None), cell.source
    notebook.cells.append(nbformat.v4.new_code_cell(CHECKS))
    nbclient.NotebookClient(notebook, timeout=100, kernel_name="python3", resources={"metadata": {"path": tmp_path}}).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert sum("image/png" in output.get("data", {}) for output in outputs) == 1
    assert list(tmp_path.iterdir()) == []
