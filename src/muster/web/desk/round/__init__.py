"""A round: reviewed, published, its clock."""
