//! The files of whiteboards: written, read back, and read from others.

#[cfg(test)]
mod any_board;
#[cfg(test)]
mod board;
#[cfg(test)]
mod flowcharts;
#[cfg(test)]
mod foreign;
#[cfg(test)]
mod heavy;
#[cfg(test)]
mod hostile;
#[cfg(test)]
mod palette;
#[cfg(test)]
mod pictures;
#[cfg(test)]
mod round_trip;
#[cfg(test)]
mod words;
#[cfg(test)]
mod xml;
