//! The real program, attacked through its public doors: killed, starved of disk, flooded, copied, lied to.

#[cfg(test)]
mod backup;
#[cfg(test)]
mod crash;
#[cfg(test)]
mod damage;
#[cfg(test)]
mod disk;
#[cfg(test)]
mod flood;
#[cfg(test)]
mod limits;
#[cfg(test)]
mod load;
#[cfg(test)]
mod mcp;
#[cfg(test)]
mod replica;
#[cfg(test)]
mod revoked;
#[cfg(test)]
mod secrets;
#[cfg(test)]
mod security;
#[cfg(test)]
mod shutdown;
#[cfg(test)]
mod slow;
#[cfg(test)]
mod stage;
