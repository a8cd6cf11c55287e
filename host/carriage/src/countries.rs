//! Countries of ISO 3166-1 with their currencies, built in so that addresses and money need no
//! import.

/// `code=name=currency`, separated by semicolons; `-` is no currency.
const COUNTRIES: &str = "\
AD=Andorra=EUR;AE=United Arab Emirates=AED;AF=Afghanistan=AFN;AG=Antigua and Barbuda=XCD;AI=Anguilla=XCD;AL=Albania=ALL;\
AM=Armenia=AMD;AO=Angola=AOA;AQ=Antarctica=-;AR=Argentina=ARS;AS=American Samoa=USD;AT=Austria=EUR;AU=Australia=AUD;\
AW=Aruba=AWG;AX=Åland Islands=EUR;AZ=Azerbaijan=AZN;BA=Bosnia and Herzegovina=BAM;BB=Barbados=BBD;BD=Bangladesh=BDT;\
BE=Belgium=EUR;BF=Burkina Faso=XOF;BG=Bulgaria=EUR;BH=Bahrain=BHD;BI=Burundi=BIF;BJ=Benin=XOF;BL=Saint Barthélemy=EUR;\
BM=Bermuda=BMD;BN=Brunei=BND;BO=Bolivia=BOB;BQ=Caribbean Netherlands=USD;BR=Brazil=BRL;BS=Bahamas=BSD;BT=Bhutan=BTN;\
BV=Bouvet Island=NOK;BW=Botswana=BWP;BY=Belarus=BYN;BZ=Belize=BZD;CA=Canada=CAD;CC=Cocos (Keeling) Islands=AUD;\
CD=Congo (Democratic Republic)=CDF;CF=Central African Republic=XAF;CG=Congo=XAF;CH=Switzerland=CHF;CI=Côte d'Ivoire=XOF;\
CK=Cook Islands=NZD;CL=Chile=CLP;CM=Cameroon=XAF;CN=China=CNY;CO=Colombia=COP;CR=Costa Rica=CRC;CU=Cuba=CUP;\
CV=Cabo Verde=CVE;CW=Curaçao=XCG;CX=Christmas Island=AUD;CY=Cyprus=EUR;CZ=Czechia=CZK;DE=Germany=EUR;DJ=Djibouti=DJF;\
DK=Denmark=DKK;DM=Dominica=XCD;DO=Dominican Republic=DOP;DZ=Algeria=DZD;EC=Ecuador=USD;EE=Estonia=EUR;EG=Egypt=EGP;\
EH=Western Sahara=MAD;ER=Eritrea=ERN;ES=Spain=EUR;ET=Ethiopia=ETB;FI=Finland=EUR;FJ=Fiji=FJD;FK=Falkland Islands=FKP;\
FM=Micronesia=USD;FO=Faroe Islands=DKK;FR=France=EUR;GA=Gabon=XAF;GB=United Kingdom=GBP;GD=Grenada=XCD;GE=Georgia=GEL;\
GF=French Guiana=EUR;GG=Guernsey=GBP;GH=Ghana=GHS;GI=Gibraltar=GIP;GL=Greenland=DKK;GM=Gambia=GMD;GN=Guinea=GNF;\
GP=Guadeloupe=EUR;GQ=Equatorial Guinea=XAF;GR=Greece=EUR;GS=South Georgia and the South Sandwich Islands=GBP;\
GT=Guatemala=GTQ;GU=Guam=USD;GW=Guinea-Bissau=XOF;GY=Guyana=GYD;HK=Hong Kong=HKD;HM=Heard and McDonald Islands=AUD;\
HN=Honduras=HNL;HR=Croatia=EUR;HT=Haiti=HTG;HU=Hungary=HUF;ID=Indonesia=IDR;IE=Ireland=EUR;IL=Israel=ILS;\
IM=Isle of Man=GBP;IN=India=INR;IO=British Indian Ocean Territory=USD;IQ=Iraq=IQD;IR=Iran=IRR;IS=Iceland=ISK;IT=Italy=EUR;\
JE=Jersey=GBP;JM=Jamaica=JMD;JO=Jordan=JOD;JP=Japan=JPY;KE=Kenya=KES;KG=Kyrgyzstan=KGS;KH=Cambodia=KHR;KI=Kiribati=AUD;\
KM=Comoros=KMF;KN=Saint Kitts and Nevis=XCD;KP=North Korea=KPW;KR=South Korea=KRW;KW=Kuwait=KWD;KY=Cayman Islands=KYD;\
KZ=Kazakhstan=KZT;LA=Laos=LAK;LB=Lebanon=LBP;LC=Saint Lucia=XCD;LI=Liechtenstein=CHF;LK=Sri Lanka=LKR;LR=Liberia=LRD;\
LS=Lesotho=LSL;LT=Lithuania=EUR;LU=Luxembourg=EUR;LV=Latvia=EUR;LY=Libya=LYD;MA=Morocco=MAD;MC=Monaco=EUR;MD=Moldova=MDL;\
ME=Montenegro=EUR;MF=Saint Martin=EUR;MG=Madagascar=MGA;MH=Marshall Islands=USD;MK=North Macedonia=MKD;ML=Mali=XOF;\
MM=Myanmar=MMK;MN=Mongolia=MNT;MO=Macao=MOP;MP=Northern Mariana Islands=USD;MQ=Martinique=EUR;MR=Mauritania=MRU;\
MS=Montserrat=XCD;MT=Malta=EUR;MU=Mauritius=MUR;MV=Maldives=MVR;MW=Malawi=MWK;MX=Mexico=MXN;MY=Malaysia=MYR;\
MZ=Mozambique=MZN;NA=Namibia=NAD;NC=New Caledonia=XPF;NE=Niger=XOF;NF=Norfolk Island=AUD;NG=Nigeria=NGN;NI=Nicaragua=NIO;\
NL=Netherlands=EUR;NO=Norway=NOK;NP=Nepal=NPR;NR=Nauru=AUD;NU=Niue=NZD;NZ=New Zealand=NZD;OM=Oman=OMR;PA=Panama=PAB;\
PE=Peru=PEN;PF=French Polynesia=XPF;PG=Papua New Guinea=PGK;PH=Philippines=PHP;PK=Pakistan=PKR;PL=Poland=PLN;\
PM=Saint Pierre and Miquelon=EUR;PN=Pitcairn=NZD;PR=Puerto Rico=USD;PS=Palestine=ILS;PT=Portugal=EUR;PW=Palau=USD;\
PY=Paraguay=PYG;QA=Qatar=QAR;RE=Réunion=EUR;RO=Romania=RON;RS=Serbia=RSD;RU=Russia=RUB;RW=Rwanda=RWF;SA=Saudi Arabia=SAR;\
SB=Solomon Islands=SBD;SC=Seychelles=SCR;SD=Sudan=SDG;SE=Sweden=SEK;SG=Singapore=SGD;\
SH=Saint Helena, Ascension and Tristan da Cunha=SHP;SI=Slovenia=EUR;SJ=Svalbard and Jan Mayen=NOK;SK=Slovakia=EUR;\
SL=Sierra Leone=SLE;SM=San Marino=EUR;SN=Senegal=XOF;SO=Somalia=SOS;SR=Suriname=SRD;SS=South Sudan=SSP;\
ST=São Tomé and Príncipe=STN;SV=El Salvador=USD;SX=Sint Maarten=XCG;SY=Syria=SYP;SZ=Eswatini=SZL;\
TC=Turks and Caicos Islands=USD;TD=Chad=XAF;TF=French Southern Territories=EUR;TG=Togo=XOF;TH=Thailand=THB;\
TJ=Tajikistan=TJS;TK=Tokelau=NZD;TL=Timor-Leste=USD;TM=Turkmenistan=TMT;TN=Tunisia=TND;TO=Tonga=TOP;TR=Türkiye=TRY;\
TT=Trinidad and Tobago=TTD;TV=Tuvalu=AUD;TW=Taiwan=TWD;TZ=Tanzania=TZS;UA=Ukraine=UAH;UG=Uganda=UGX;\
UM=United States Outlying Islands=USD;US=United States=USD;UY=Uruguay=UYU;UZ=Uzbekistan=UZS;VA=Vatican City=EUR;\
VC=Saint Vincent and the Grenadines=XCD;VE=Venezuela=VES;VG=British Virgin Islands=USD;VI=United States Virgin Islands=USD;\
VN=Vietnam=VND;VU=Vanuatu=VUV;WF=Wallis and Futuna=XPF;WS=Samoa=WST;YE=Yemen=YER;YT=Mayotte=EUR;ZA=South Africa=ZAR;\
ZM=Zambia=ZMW;ZW=Zimbabwe=ZWG";

/// `code=name`, separated by semicolons.
const CURRENCIES: &str = "\
AED=UAE dirham;AFN=Afghani;ALL=Lek;AMD=Dram;AOA=Kwanza;ARS=Argentine peso;AUD=Australian dollar;AWG=Aruban florin;\
AZN=Azerbaijani manat;BAM=Convertible mark;BBD=Barbados dollar;BDT=Taka;BHD=Bahraini dinar;BIF=Burundi franc;\
BMD=Bermudian dollar;BND=Brunei dollar;BOB=Boliviano;BRL=Real;BSD=Bahamian dollar;BTN=Ngultrum;BWP=Pula;\
BYN=Belarusian rouble;BZD=Belize dollar;CAD=Canadian dollar;CDF=Congolese franc;CHF=Swiss franc;CLP=Chilean peso;\
CNY=Yuan renminbi;COP=Colombian peso;CRC=Colón;CUP=Cuban peso;CVE=Cabo Verde escudo;CZK=Czech koruna;DJF=Djibouti franc;\
DKK=Danish krone;DOP=Dominican peso;DZD=Algerian dinar;EGP=Egyptian pound;ERN=Nakfa;ETB=Birr;EUR=Euro;FJD=Fiji dollar;\
FKP=Falkland Islands pound;GBP=Pound sterling;GEL=Lari;GHS=Cedi;GIP=Gibraltar pound;GMD=Dalasi;GNF=Guinean franc;\
GTQ=Quetzal;GYD=Guyana dollar;HKD=Hong Kong dollar;HNL=Lempira;HTG=Gourde;HUF=Forint;IDR=Rupiah;ILS=New shekel;\
INR=Indian rupee;IQD=Iraqi dinar;IRR=Iranian rial;ISK=Icelandic króna;JMD=Jamaican dollar;JOD=Jordanian dinar;JPY=Yen;\
KES=Kenyan shilling;KGS=Som;KHR=Riel;KMF=Comorian franc;KPW=North Korean won;KRW=Won;KWD=Kuwaiti dinar;\
KYD=Cayman Islands dollar;KZT=Tenge;LAK=Kip;LBP=Lebanese pound;LKR=Sri Lanka rupee;LRD=Liberian dollar;LSL=Loti;\
LYD=Libyan dinar;MAD=Moroccan dirham;MDL=Moldovan leu;MGA=Ariary;MKD=Denar;MMK=Kyat;MNT=Tögrög;MOP=Pataca;MRU=Ouguiya;\
MUR=Mauritius rupee;MVR=Rufiyaa;MWK=Malawi kwacha;MXN=Mexican peso;MYR=Ringgit;MZN=Metical;NAD=Namibia dollar;NGN=Naira;\
NIO=Córdoba;NOK=Norwegian krone;NPR=Nepalese rupee;NZD=New Zealand dollar;OMR=Omani rial;PAB=Balboa;PEN=Sol;PGK=Kina;\
PHP=Philippine peso;PKR=Pakistan rupee;PLN=Złoty;PYG=Guaraní;QAR=Qatari riyal;RON=Romanian leu;RSD=Serbian dinar;\
RUB=Russian rouble;RWF=Rwanda franc;SAR=Saudi riyal;SBD=Solomon Islands dollar;SCR=Seychelles rupee;SDG=Sudanese pound;\
SEK=Swedish krona;SGD=Singapore dollar;SHP=Saint Helena pound;SLE=Leone;SOS=Somali shilling;SRD=Surinam dollar;\
SSP=South Sudanese pound;STN=Dobra;SYP=Syrian pound;SZL=Lilangeni;THB=Baht;TJS=Somoni;TMT=Turkmenistan manat;\
TND=Tunisian dinar;TOP=Paʻanga;TRY=Turkish lira;TTD=Trinidad and Tobago dollar;TWD=New Taiwan dollar;\
TZS=Tanzanian shilling;UAH=Hryvnia;UGX=Uganda shilling;USD=US dollar;UYU=Uruguayan peso;UZS=Uzbekistan sum;\
VES=Bolívar;VND=Đồng;VUV=Vatu;WST=Tala;XAF=Central African CFA franc;XCD=East Caribbean dollar;XCG=Caribbean guilder;\
XOF=West African CFA franc;XPF=CFP franc;YER=Yemeni rial;ZAR=Rand;ZMW=Zambian kwacha;ZWG=Zimbabwe gold";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Country {
    /// ISO 3166-1, two letters.
    pub code: &'static str,
    pub name: &'static str,
    /// ISO 4217, three letters; empty for a country without a currency.
    pub currency: &'static str,
}

pub fn countries() -> impl Iterator<Item = Country> {
    COUNTRIES.split(';').filter_map(|entry| {
        let (code, rest) = entry.split_once('=')?;
        let (name, currency) = rest.split_once('=')?;
        Some(Country {
            code,
            name,
            currency: if currency == "-" { "" } else { currency },
        })
    })
}

pub fn currencies() -> impl Iterator<Item = (&'static str, &'static str)> {
    CURRENCIES
        .split(';')
        .filter_map(|entry| entry.split_once('='))
}

pub fn is_country(code: &str) -> bool {
    countries().any(|country| country.code == code)
}

pub fn is_currency(code: &str) -> bool {
    currencies().any(|(known, _)| known == code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_country_has_its_letters_and_a_known_currency() {
        assert_eq!(countries().count(), COUNTRIES.split(';').count());
        for country in countries() {
            assert!(
                country.code.len() == 2 && !country.name.is_empty(),
                "{country:?}"
            );
            assert!(
                country.currency.is_empty() || is_currency(country.currency),
                "{country:?}"
            );
        }
        assert!(is_country("NZ") && !is_country("nz") && !is_country("ZZ"));
        assert!(is_currency("NZD") && !is_currency("nzd") && !is_currency("ABC"));
    }
}
