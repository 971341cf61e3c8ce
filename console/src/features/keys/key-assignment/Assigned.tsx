import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { type AssignOutcome, type keyAssignment } from '@claviger/contract/keys/key-assignment'
import { Box, Button, Stack } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { msg, t } from '#platform/text/text.ts'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { ShownPin } from '../key-acts/ShownPin.tsx'
import { Enrolment } from './Enrolment.tsx'

// Loaded lazily: contains the QR code renderer, which few assignments need
const OnTheSpot = lazy(() => import('./OnTheSpot.tsx'))

export type AssignmentResult = OutputOf<typeof keyAssignment.assign.reply>

const words: Record<AssignOutcome, string> = {
  assigned: msg('assigned'),
  'not-found': msg('does not exist in your workspace'),
  'above-you': msg('has a higher role than you'),
  'no-email': msg('has no email address'),
  'kind-taken': msg('already has a key of this type'),
  'fingerprint-taken': msg('User already has a fingerprint-type key'),
  'limits-exceeded': msg('Number of devices or users exceeded the limits'),
  'shut-out': msg('is suspended or deactivated'),
}

export function Assigned({ of, kind, close }: { of: AssignmentResult; kind: number; close: () => void }) {
  const refused = of.results.filter(({ key }) => key === null)
  const [first] = of.results
  return (
    <Panel open title={t('{count, plural, one {# key} other {# keys}} assigned', { count: of.assigned })} close={close}>
      <Stack className="cv-linked" gap={16}>
        {of.link !== null && first?.key && (
          <Suspense fallback={null}>
            <OnTheSpot link={of.link} kind={kind} securityKey={first.key.id} />
          </Suspense>
        )}
        {of.challenge !== null && first?.key && <Enrolment challenge={of.challenge} securityKey={first.key.id} />}
        {of.pin !== null && <ShownPin pin={of.pin} owner={first?.name ?? t('Unknown user')} />}
        {refused.length > 0 && (
          <>
            <p>
              {t('{count, plural, one {# user got no key:} other {# users got no key:}}', { count: refused.length })}
            </p>
            <Stack component="ul" className="cv-scroll" gap={6} mah={220}>
              {refused.map(({ userId, name, outcome }) => (
                <li key={userId}>
                  <b>{name ?? t('Unknown user')}</b>
                  <Box component="span" className="cv-muted" display="block">
                    {t(words[outcome as AssignOutcome])}
                  </Box>
                </li>
              ))}
            </Stack>
          </>
        )}
        <div className="cv-foot">
          <Button data-autofocus onClick={close}>
            {t('Close')}
          </Button>
        </div>
      </Stack>
    </Panel>
  )
}
