"""Scripts that fit the small coefficients kept in `services`, run by hand and never by the app."""
