"""Studies whose results are a record and a page."""

from typing import Any


class Study:
    """What a study found: `record`, the JSON that the command line writes, and `page`, what it prints, as Markdown.

    `succeeded` is true where all that was asked for came out: no derivative is doubtful, the optimum was reached.
    """

    record: dict[str, Any]
    page: str
    succeeded: bool

    def __init__(self, answer: tuple[str, str, bool]) -> None:
        import json

        text, self.page, self.succeeded = answer
        self.record = json.loads(text)

    def __repr__(self) -> str:
        return f"<gyrosweep.Study, {'succeeded' if self.succeeded else 'not all came out'}: {', '.join(self.record)}>"
