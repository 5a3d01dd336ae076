"""What is printed: pages made for paper, and the press that makes PDFs of them."""
