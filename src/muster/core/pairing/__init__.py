"""Swiss pairing: the optimum the regulations ask for, drawn uniformly from the published seed."""
