//! Text from outside made fit for a screen: cells, sanitising, masking. Pure.
