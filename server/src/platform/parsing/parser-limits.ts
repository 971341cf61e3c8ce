/**
 * The bounds of all parsers of what others send. A parser takes its bounds from here, and refuses one more than they allow:
 * `server/test/contract/parser-limits.test.ts` tries each.
 */
export const parserLimits = {
  /** Nesting of maps and arrays (CTAP 2.1 §8). */
  cborDepth: 4,
  /** Characters of a cell, and of a row. */
  csvCell: 4000,
  csvRow: 16_000_000,
  jsonDepth: 64,
  /** Names and values, and different names: parsing more of them takes over 50 ms. */
  jsonParts: 150_000,
  jsonNames: 1000,
  ldapFilterDepth: 20,
  ldapFilterParts: 1000,
  /** An entry with 100,000 members is some eight megabytes. */
  ldapMessageBytes: 16 * 1024 * 1024,
  /** Attributes and values of an entry. Each costs some 100 bytes and 100 ns whatever its length. */
  ldapEntryValues: 100_000,
  samlMessageBytes: 64 * 1024,
  samlMessageElements: 500,
  samlMetadataBytes: 512 * 1024,
  samlMetadataElements: 5000,
  samlDepth: 24,
  samlRelayState: 1024,
  /** Of answers of identity providers. A user in 500 groups makes some 1,500 tags. */
  providerXmlTags: 20_000,
  providerXmlDepth: 100,
  scimFilterCharacters: 2000,
  scimFilterWords: 400,
  scimFilterDepth: 20,
  scimFilterNots: 20,
  scimPathCharacters: 2000,
  scimPatchOperations: 1000,
  scimMembers: 10_000,
  scimAttributeListCharacters: 4000,
} as const
