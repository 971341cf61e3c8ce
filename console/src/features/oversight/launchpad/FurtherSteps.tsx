import { Group } from '@mantine/core'
import { t } from '#platform/text/text.ts'
import { useSession } from '#shell/session.tsx'

const onboarding = '/auth/register/onboarding'

/** The onboarding screens, each of which can be opened separately. */
export function FurtherSteps() {
  const { can, me } = useSession()
  const steps = [
    { to: 'phone', label: t('Add your phone number'), when: me.phoneNumber === null },
    { to: 'smartphone', label: t('Use your phone as a security key'), when: can('keys.write') },
    { to: 'apps', label: t('Download applications'), when: true },
    { to: 'reader-driver', label: t('Card reader drivers'), when: true },
    { to: 'promo-code', label: t('Redeem a promo code'), when: me.billing && can('billing.write') },
  ]
  return (
    <section aria-labelledby="further-steps">
      <h2 className="cv-heading" id="further-steps">
        {t('Further steps')}
      </h2>
      <Group component="ul" gap="8px 20px" mt={8}>
        {steps
          .filter(({ when }) => when)
          .map(({ to, label }) => (
            <li key={to}>
              <a href={`${onboarding}/${to}`}>{label}</a>
            </li>
          ))}
      </Group>
    </section>
  )
}
