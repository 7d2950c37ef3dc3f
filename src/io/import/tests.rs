//! Tests of the import of robots.
