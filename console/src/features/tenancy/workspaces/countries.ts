import { byLabel, countryOf } from '../../../ground/text/formats.ts'

// ISO 3166-1 alpha-2, the whole standard
const codes =
  'ADAEAFAGAIALAMAOAQARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBVBWBYBZCACCCDCFCGCHCICKCLCMCNCOCRCUCVCWCXCYCZDEDJDKDMDODZECEEEGEHERESETFIFJFKFMFOFRGAGBGDGEGFGGGHGIGLGMGNGPGQGRGSGTGUGWGYHKHMHNHRHTHUIDIEILIMINIOIQIRISITJEJMJOJPKEKGKHKIKMKNKPKRKWKYKZLALBLCLILKLRLSLTLULVLYMAMCMDMEMFMGMHMKMLMMMNMOMPMQMRMSMTMUMVMWMXMYMZNANCNENFNGNINLNONPNRNUNZOMPAPEPFPGPHPKPLPMPNPRPSPTPWPYQARERORSRURWSASBSCSDSESGSHSISJSKSLSMSNSOSRSSSTSVSXSYSZTCTDTFTGTHTJTKTLTMTNTOTRTTTVTWTZUAUGUMUSUYUZVAVCVEVGVIVNVUWFWSYEYTZAZMZW'

/** The country that the browser's language names; empty where it names none. */
export const ownCountry = (): string => {
  const own = new Intl.Locale(navigator.language).region ?? ''
  return codes.match(/../g)?.includes(own) === true ? own : ''
}

/** Every country with its name, in the order of the names. */
export const countries = (): { value: string; label: string }[] =>
  (codes.match(/../g) ?? []).map(value => ({ value, label: countryOf(value) })).toSorted(byLabel)
