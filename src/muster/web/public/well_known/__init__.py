"""What programs ask every site for."""
