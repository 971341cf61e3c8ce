import { notifyOfOrphans } from '../features/connect/api-keys/api-keys.jobs.ts'
import type { JobKind } from '../platform/jobs.ts'
import { askPhones, noteRefusedApproval } from '../features/access/approvals/approvals.jobs.ts'
import { noteRefusedSignIn, sendSignInCode } from '../features/access/sign-in/sign-in.jobs.ts'
import { sendPhoneCode } from '../features/access/sign-in/sign-in.phone-jobs.ts'
import { mailMonthlyReport, mailNewKeys } from '../features/governance/partner-panel/partner-panel.jobs.ts'
import { mailOffer } from '../features/governance/baselines/baselines.jobs.ts'
import { countInstallation } from '../features/governance/installation/installation.jobs.ts'
import { endWorkspaces } from '../features/access/workspace-deletion/workspace-deletion.jobs.ts'
import { jobOf, resumeWorks } from '../features/work/works/works.jobs.ts'
import { destroyModuleKeys } from '../features/keys/vault/vault.jobs.ts'
import { mailAnnouncement } from '../features/tenancy/announcements/announcements.jobs.ts'
import { checkTrustDomains } from '../features/tenancy/trust-domains/trust-domains.jobs.ts'
import { replayPolicies, resumeReplays } from '../features/rules/simulations/simulations.jobs.ts'
import { followRules } from '../features/people/groups/rules.jobs.ts'
import { mailCheckpoints } from '../features/oversight/log-chain/register/checkpoint-mail.ts'
import { createSeriesSessions, trimAttendance } from '../features/oversight/attendance/attendance.jobs.ts'
import { trimLogs } from '../features/oversight/log-chain/log-chain.jobs.ts'
import { makeLogMonths } from '../platform/record/record-months.ts'
import { closeMonthsNightly, remindersDaily } from '../features/billing/bills/bills.jobs.ts'
import { limitsNightly } from '../features/billing/licenses/licenses.jobs.ts'
import { usageNightly } from '../features/billing/usage/usage.jobs.ts'
import { deliverMail } from '../integrations/mail.ts'
import { deliverCall, deliverSms } from '../integrations/sms.ts'
import { renewOldKeys, sendLogout } from '../features/sso/oidc/oidc.jobs.ts'
import { warnOfCertificates } from '../features/apps/applications/applications.jobs.ts'
import { warnOfProviders } from '../features/connect/identity-providers/identity-providers.jobs.ts'
import { warnOfApplications } from '../features/connect/api-applications/api-applications.jobs.ts'
import { readSamlMetadata, warnOfSamlKeys } from '../features/sso/saml/saml.jobs.ts'
import { readProviderMetadata } from '../features/sso/saml/saml.providers.ts'
import {
  deleteLeavers,
  readDirectories,
  resumeReadings,
  warnOfSilence,
} from '../features/directories/syncs/syncs.jobs.ts'
import './directory-sources.ts'
import { maintainOnBehalf, checkStillRegistered } from '../features/directories/on-behalf/on-behalf.jobs.ts'
import { meterMarketplace, marketplaceNotice } from '../features/billing/marketplace/marketplace.jobs.ts'
import { chargeBill, chargeDueBills, paymentEvent } from '../features/billing/payments/payments.jobs.ts'
import { backupNightly } from './backup.ts'
import { longWorks } from './long-works.ts'
import { cleanUp } from './cleanup.ts'
import { sweepKeys } from './sweep-keys.ts'

export const kinds: readonly JobKind<never>[] = [
  ...longWorks.map(jobOf),
  resumeWorks,
  replayPolicies,
  resumeReplays,
  deliverMail,
  mailAnnouncement,
  deliverSms,
  deliverCall,
  chargeBill,
  chargeDueBills,
  paymentEvent,
  marketplaceNotice,
  meterMarketplace,
  noteRefusedSignIn,
  askPhones,
  noteRefusedApproval,
  followRules,
  sendSignInCode,
  sendPhoneCode,
  cleanUp,
  sweepKeys,
  makeLogMonths,
  trimLogs,
  createSeriesSessions,
  trimAttendance,
  mailCheckpoints,
  checkTrustDomains,
  destroyModuleKeys,
  maintainOnBehalf,
  checkStillRegistered,
  endWorkspaces,
  countInstallation,
  mailNewKeys,
  mailMonthlyReport,
  mailOffer,
  notifyOfOrphans,
  sendLogout,
  renewOldKeys,
  warnOfSamlKeys,
  warnOfApplications,
  warnOfCertificates,
  warnOfProviders,
  readSamlMetadata,
  readProviderMetadata,
  readDirectories,
  resumeReadings,
  deleteLeavers,
  warnOfSilence,
  limitsNightly,
  usageNightly,
  closeMonthsNightly,
  remindersDaily,
  backupNightly,
]
