"""How often the explorer's claims are made where they are false, and where they are true."""
