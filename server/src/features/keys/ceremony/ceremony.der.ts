export { derChildren as insideOf, readDerValues } from './attestation/der.ts'
