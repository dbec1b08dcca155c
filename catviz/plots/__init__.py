"""Figures. They take results and return Plotly figures; labels are escaped here and nowhere else."""
