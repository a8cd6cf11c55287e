//! Demo head ports: the depots of the eastern and southern capitals, with their zones.

use ::network::{NewHeadPort, NewZone};
use data::ids::TenantId;

use super::write_scope;
use crate::boot::App;

const fn zone(
    code: &'static str,
    name: &'static str,
    is_on_forwarding: bool,
    places: &'static [(&'static str, &'static str)],
) -> NewZone {
    NewZone {
        code,
        name,
        is_on_forwarding,
        places,
    }
}

const HEAD_PORTS: [NewHeadPort; 5] = [
    NewHeadPort {
        code: "MEL",
        name: "Melbourne",
        street: "40 Footscray Road",
        post_code: "3008",
        suburb: "Docklands",
        zones: &[
            zone(
                "MEL-METRO",
                "Melbourne metro",
                false,
                &[
                    ("3000", ""),
                    ("3008", ""),
                    ("3011", ""),
                    ("3121", ""),
                    ("3122", ""),
                    ("3182", ""),
                    ("3207", "Port Melbourne"),
                ],
            ),
            zone(
                "VIC-WEST",
                "Western Victoria",
                true,
                &[("3220", ""), ("3280", ""), ("3350", ""), ("3400", "")],
            ),
            zone(
                "TAS",
                "Tasmania",
                true,
                &[("7000", ""), ("7250", ""), ("7310", "")],
            ),
        ],
    },
    NewHeadPort {
        code: "SYD",
        name: "Sydney",
        street: "22 Mandible Street",
        post_code: "2015",
        suburb: "Alexandria",
        zones: &[
            zone(
                "SYD-METRO",
                "Sydney metro",
                false,
                &[
                    ("2000", ""),
                    ("2010", ""),
                    ("2015", ""),
                    ("2150", ""),
                    ("2065", ""),
                    ("2060", ""),
                ],
            ),
            zone(
                "NSW-COAST",
                "Newcastle and Wollongong",
                true,
                &[("2300", ""), ("2500", ""), ("2250", "Gosford")],
            ),
            zone(
                "ACT",
                "Canberra",
                true,
                &[("2600", ""), ("2601", ""), ("2602", "")],
            ),
        ],
    },
    NewHeadPort {
        code: "BNE",
        name: "Brisbane",
        street: "15 Lavarack Avenue",
        post_code: "4009",
        suburb: "Eagle Farm",
        zones: &[
            zone(
                "BNE-METRO",
                "Brisbane metro",
                false,
                &[("4000", ""), ("4006", ""), ("4009", ""), ("4101", "")],
            ),
            zone(
                "GOLD-COAST",
                "Gold Coast",
                true,
                &[("4215", ""), ("4217", "")],
            ),
        ],
    },
    NewHeadPort {
        code: "ADL",
        name: "Adelaide",
        street: "88 Commercial Road",
        post_code: "5015",
        suburb: "Port Adelaide",
        zones: &[zone(
            "ADL-METRO",
            "Adelaide metro",
            false,
            &[
                ("5000", ""),
                ("5008", ""),
                ("5015", ""),
                ("5045", "Glenelg"),
            ],
        )],
    },
    NewHeadPort {
        code: "PER",
        name: "Perth",
        street: "7 Fenton Street",
        post_code: "6105",
        suburb: "Kewdale",
        zones: &[zone(
            "PER-METRO",
            "Perth metro",
            false,
            &[
                ("6000", ""),
                ("6005", ""),
                ("6105", ""),
                ("6160", "Fremantle"),
            ],
        )],
    },
];

pub async fn seed(app: &App, tenant: TenantId) -> anyhow::Result<()> {
    let mut scope = write_scope(app, tenant);
    for new in HEAD_PORTS {
        ::network::add(&mut scope, new).await?;
    }
    scope.commit().await?;
    Ok(())
}
