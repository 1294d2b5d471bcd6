"""What is made of the recorded results of benches."""
