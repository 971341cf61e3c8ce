import { msg } from '../../platform/text/text.ts'

interface TourStep {
  title: string
  says: string
  to: string
  search?: Record<string, string>
}

/** Ten things to see in the demo, in the order of a working day. */
export const tourSteps: readonly TourStep[] = [
  {
    title: msg('Access cards as security keys'),
    says: msg('Access cards that staff already carry hold passkeys. Open one to see its PIN, its uses, and its owner.'),
    to: '/dashboard/security-keys',
    search: { type: '2' },
  },
  {
    title: msg('Users enroll cards themselves'),
    says: msg('Change the card page and watch the preview. The funnel shows at which step users give up.'),
    to: '/dashboard/security-keys/self-service',
  },
  {
    title: msg('Every refusal has a reason'),
    says: msg('Expand a refused use. Its decision trace shows each policy and the data at the time of the decision.'),
    to: '/dashboard/activity-logs',
    search: { action: 'security-key.refused' },
  },
  {
    title: msg('Try a policy before it applies'),
    says: msg('The simulator answers for any user, site, time, and place, and names the policy that decides.'),
    to: '/dashboard/policies/simulator',
  },
  {
    title: msg('Policies that only report'),
    says: msg('Policies in report-only mode count what they would have refused, so nothing surprises your users.'),
    to: '/dashboard/policies',
  },
  {
    title: msg('A safety threshold for directories'),
    says: msg(
      'Active Directory returned fewer users than before. The run waits for your approval instead of suspending them.',
    ),
    to: '/dashboard/sync',
  },
  {
    title: msg('SCIM requests on record'),
    says: msg('See each request of the HR system with its effect, and replay one with a changed mapping.'),
    to: '/dashboard/scim',
  },
  {
    title: msg('Workflows with a result for each user'),
    says: msg(
      'Unused keys, missing cards, shared computers: each run lists what it did, and suspensions can be undone.',
    ),
    to: '/dashboard/workflows',
  },
  {
    title: msg('Attendance by access card'),
    says: msg('Courses, shifts, and drills with kiosks that work offline. The fire drill has a muster list.'),
    to: '/dashboard/attendance',
  },
  {
    title: msg('One access card for every application'),
    says: msg(
      'Twelve applications use OpenID Connect or SAML. Some require an access card with its PIN or a hardware key.',
    ),
    to: '/dashboard/sso/apps',
  },
]
