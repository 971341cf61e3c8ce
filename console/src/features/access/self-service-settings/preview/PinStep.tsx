import { checkPin } from '@claviger/contract/platform/pin'
import { Box, Group, Stack } from '@mantine/core'
import { IconCircleCheckFilled, IconCircleMinus, IconCircleX } from '@tabler/icons-react'
import { t } from '#platform/text/text.ts'
import { useDraft } from '../editor/page-draft.ts'
import { DrawnActions, DrawnField, DrawnHead } from './Drawn.tsx'
import { useSay } from './preview-language.ts'

const words = { pass: 'Met', fail: 'Not yet', 'not applicable': 'Not required' } as const
const tones = { pass: 'cv-ok', fail: 'cv-bad', 'not applicable': 'cv-muted' } as const
const icons = { pass: IconCircleCheckFilled, fail: IconCircleX, 'not applicable': IconCircleMinus } as const

const sample = 'a2x9k'

export function PinStep() {
  const say = useSay()
  const { means, settings } = useDraft()
  if (!means) return null
  if (!means.key.pin && !settings.services.pinRecovery)
    return <DrawnHead title={say('Set PIN')} under={t("This step is skipped: the key policy doesn't require a PIN.")} />
  const checks = checkPin(means.key.pinConfig, sample)
  const applying = checks.filter(({ verdict }) => verdict !== 'not applicable')
  const met = applying.filter(({ verdict }) => verdict === 'pass').length
  return (
    <>
      <DrawnHead title={say('Set PIN')} under={say('You enter this PIN each time you tap your badge.')} />
      <DrawnField label={say('Set a PIN for the card')} value="•••••" />
      <DrawnField label={say('Confirm PIN')} value="••••" fault={say('The two PINs that you entered do not match!')} />
      <Stack className="cv-panel" gap={6} p="10px 12px">
        <Group component="p" gap={0} justify="space-between" wrap="nowrap" align="stretch">
          <b>{say('PIN rules')}</b>
          <span className="cv-quiet">{say('{met} of {count} met', { met, count: applying.length })}</span>
        </Group>
        <Stack component="ul" gap={4}>
          {checks.map(({ rule, verdict, says }) => {
            const Icon = icons[verdict]
            return (
              <Group component="li" gap={7} wrap="nowrap" className={tones[verdict]} key={rule}>
                <Icon size={13} stroke={1.8} aria-hidden />
                <Box component="span" flex={1}>
                  {say(says)}
                </Box>
                <Box component="em" fz={10} fs="normal">
                  {say(words[verdict])}
                </Box>
              </Group>
            )
          })}
        </Stack>
      </Stack>
      <DrawnActions>{say('Next')}</DrawnActions>
    </>
  )
}
