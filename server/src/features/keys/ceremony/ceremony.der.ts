export { insideOf, readDerValues } from './attestation/der.ts'
