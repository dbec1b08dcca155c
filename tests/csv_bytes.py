"""CSV files of a few columns, as bytes."""

import csv
import io


def file_of(**columns) -> bytes:
    """A CSV of some columns of equal length."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))
    return text.getvalue().encode("utf-8", "surrogatepass")
