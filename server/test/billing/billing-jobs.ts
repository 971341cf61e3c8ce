export { closeMonths, remindOfBills as remind } from '../../src/features/billing/bills/bills.jobs.ts'
export { warnOfLicenses as beginCountingIn } from '../../src/features/billing/licenses/licenses.jobs.ts'
export { computeUsage } from '../../src/features/billing/usage/usage.ts'
