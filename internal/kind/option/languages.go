package option

// languages are the values of Accept-Language by country: what a browser of somebody there mostly
// sends, by CLDR's first languages of territories. English is last everywhere.
var languages = map[string]string{
	"AE": "ar-AE,ar;q=0.9,en;q=0.5", "AR": "es-AR,es;q=0.9,en;q=0.5", "AT": "de-AT,de;q=0.9,en;q=0.5", "AU": "en-AU,en;q=0.9",
	"BE": "nl-BE,fr-BE;q=0.9,nl;q=0.8,fr;q=0.7,en;q=0.5", "BG": "bg-BG,bg;q=0.9,en;q=0.5", "BR": "pt-BR,pt;q=0.9,en;q=0.5",
	"CA": "en-CA,fr-CA;q=0.9,en;q=0.8", "CH": "de-CH,fr-CH;q=0.9,it-CH;q=0.8,de;q=0.7,en;q=0.5", "CL": "es-CL,es;q=0.9,en;q=0.5",
	"CN": "zh-CN,zh;q=0.9,en;q=0.5", "CO": "es-CO,es;q=0.9,en;q=0.5", "CZ": "cs-CZ,cs;q=0.9,en;q=0.5", "DE": "de-DE,de;q=0.9,en;q=0.5",
	"DK": "da-DK,da;q=0.9,en;q=0.5", "EE": "et-EE,et;q=0.9,en;q=0.5", "EG": "ar-EG,ar;q=0.9,en;q=0.5", "ES": "es-ES,es;q=0.9,en;q=0.5",
	"FI": "fi-FI,fi;q=0.9,sv-FI;q=0.8,en;q=0.5", "FR": "fr-FR,fr;q=0.9,en;q=0.5", "GB": "en-GB,en;q=0.9", "GR": "el-GR,el;q=0.9,en;q=0.5",
	"HK": "zh-HK,zh;q=0.9,en;q=0.8", "HR": "hr-HR,hr;q=0.9,en;q=0.5", "HU": "hu-HU,hu;q=0.9,en;q=0.5", "ID": "id-ID,id;q=0.9,en;q=0.5",
	"IE": "en-IE,en;q=0.9,ga-IE;q=0.5", "IL": "he-IL,he;q=0.9,en;q=0.5", "IN": "en-IN,hi-IN;q=0.9,en;q=0.8", "IS": "is-IS,is;q=0.9,en;q=0.5",
	"IT": "it-IT,it;q=0.9,en;q=0.5", "JP": "ja-JP,ja;q=0.9,en;q=0.5", "KE": "en-KE,sw-KE;q=0.9,en;q=0.8", "KR": "ko-KR,ko;q=0.9,en;q=0.5",
	"LT": "lt-LT,lt;q=0.9,en;q=0.5", "LU": "fr-LU,de-LU;q=0.9,lb-LU;q=0.8,en;q=0.5", "LV": "lv-LV,lv;q=0.9,en;q=0.5",
	"MA": "ar-MA,fr-MA;q=0.9,en;q=0.5", "MX": "es-MX,es;q=0.9,en;q=0.5", "MY": "ms-MY,ms;q=0.9,en;q=0.8", "NG": "en-NG,en;q=0.9",
	"NL": "nl-NL,nl;q=0.9,en;q=0.5", "NO": "nb-NO,nb;q=0.9,no;q=0.8,en;q=0.5", "NZ": "en-NZ,en;q=0.9", "PE": "es-PE,es;q=0.9,en;q=0.5",
	"PH": "en-PH,fil-PH;q=0.9,en;q=0.8", "PK": "ur-PK,en-PK;q=0.9,en;q=0.8", "PL": "pl-PL,pl;q=0.9,en;q=0.5", "PT": "pt-PT,pt;q=0.9,en;q=0.5",
	"RO": "ro-RO,ro;q=0.9,en;q=0.5", "RS": "sr-RS,sr;q=0.9,en;q=0.5", "RU": "ru-RU,ru;q=0.9,en;q=0.5", "SA": "ar-SA,ar;q=0.9,en;q=0.5",
	"SE": "sv-SE,sv;q=0.9,en;q=0.5", "SG": "en-SG,zh-SG;q=0.9,en;q=0.8", "SI": "sl-SI,sl;q=0.9,en;q=0.5", "SK": "sk-SK,sk;q=0.9,en;q=0.5",
	"TH": "th-TH,th;q=0.9,en;q=0.5", "TR": "tr-TR,tr;q=0.9,en;q=0.5", "TW": "zh-TW,zh;q=0.9,en;q=0.5", "UA": "uk-UA,uk;q=0.9,en;q=0.5",
	"US": "en-US,en;q=0.9", "VN": "vi-VN,vi;q=0.9,en;q=0.5", "ZA": "en-ZA,af-ZA;q=0.8,en;q=0.7",
}
