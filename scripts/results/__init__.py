"""Tables and plots made from the recorded results of benches."""
