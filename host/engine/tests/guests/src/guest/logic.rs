//! Honest price calculation on plain records, run in the guest and natively by the benchmark.

/// One line of the consignment: `quantity` equal pieces.
pub struct Piece {
    pub quantity: u64,
    pub length_mm: u64,
    pub width_mm: u64,
    pub height_mm: u64,
    pub weight_g: u64,
    pub dangerous: bool,
}

pub struct Service {
    pub code: &'static str,
    pub name: &'static str,
    base_cents: u64,
    cents_per_kg: u64,
    percent_by_zone: u64,
    pub days: u32,
}

const fn service(
    code: &'static str,
    name: &'static str,
    base_cents: u64,
    cents_per_kg: u64,
    percent_by_zone: u64,
    days: u32,
) -> Service {
    Service {
        code,
        name,
        base_cents,
        cents_per_kg,
        percent_by_zone,
        days,
    }
}

pub const SERVICES: [Service; 10] = [
    service("STD", "Standard road", 1450, 62, 4, 5),
    service("EXP", "Express road", 2300, 95, 6, 3),
    service("PAL", "Pallet", 6400, 31, 5, 5),
    service("ECO", "Economy", 990, 51, 3, 8),
    service("ON", "Overnight", 3900, 340, 9, 1),
    service("SD", "Same day", 8900, 410, 14, 0),
    service("AIR", "Air", 5200, 515, 11, 2),
    service("RAIL", "Rail", 7700, 18, 2, 9),
    service("BULK", "Bulk", 12000, 12, 5, 6),
    service("TG", "Two-man", 15500, 120, 7, 6),
];

pub struct Priced {
    pub service: usize,
    pub freight: i64,
    pub fuel: i64,
    pub extras: i64,
}

/// Prices all services in cents, cheapest first.
pub fn price(
    pieces: &[Piece],
    from: &str,
    to: &str,
    options: usize,
    residential: bool,
) -> Vec<Priced> {
    let mut actual = 0;
    let mut cubic = 0;
    let mut dangerous = false;
    for piece in pieces {
        actual += piece.quantity * piece.weight_g;
        // 250 kg per cubic metre.
        cubic += piece.quantity * piece.length_mm * piece.width_mm * piece.height_mm / 4_000_000;
        dangerous |= piece.dangerous;
    }
    let kilograms = actual.max(cubic * 1000).div_ceil(1000);
    let zone = zone(from, to);
    let mut priced: Vec<Priced> = SERVICES
        .iter()
        .enumerate()
        .map(|(number, service)| {
            let plain = service.base_cents + service.cents_per_kg * kilograms;
            let freight = (plain + plain * service.percent_by_zone * zone / 100) as i64;
            let mut extras = options as i64 * 1_850;
            if residential {
                extras += 525;
            }
            if dangerous {
                extras += 4_900;
            }
            Priced {
                service: number,
                freight,
                fuel: freight * 1_825 / 10_000,
                extras,
            }
        })
        .collect();
    priced.sort_by_key(|it| it.freight + it.fuel + it.extras);
    priced
}

fn zone(from: &str, to: &str) -> u64 {
    let area = |postcode: &str| {
        postcode.bytes().take(2).fold(0u64, |sum, byte| {
            sum * 10 + u64::from(byte.wrapping_sub(b'0') % 10)
        })
    };
    area(from).abs_diff(area(to)) / 12
}
