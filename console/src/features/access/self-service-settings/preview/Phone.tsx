import { pageLanguages, type PageLanguage } from '@claviger/contract/platform/languages'
import { Group, Stack } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { t } from '#platform/text/text.ts'
import { WorkspaceIcon } from '#platform/ui/bits/WorkspaceIcon.tsx'
import { useDraft } from '../editor/page-draft.ts'
import { useSource } from '../source.ts'
import { HomeStep } from './HomeStep.tsx'
import { IdentifyStep } from './IdentifyStep.tsx'
import { PinStep } from './PinStep.tsx'
import { useSay } from './preview-language.ts'
import { TapStep } from './TapStep.tsx'
import { VerifyStep } from './VerifyStep.tsx'
import type { PreviewStep } from './preview-steps.ts'
import classes from '../preview.module.css'

const drawings = { home: HomeStep, tap: TapStep, identify: IdentifyStep, verify: VerifyStep, pin: PinStep } as const
const segments = [
  { step: 'tap', label: 'Card' },
  { step: 'identify', label: 'You' },
  { step: 'verify', label: 'Verify' },
  { step: 'pin', label: 'PIN' },
] as const

function Segments({ step }: { step: PreviewStep }) {
  const say = useSay()
  const at = segments.findIndex(one => one.step === step)
  return (
    <ol className={classes.segments}>
      {segments.map((one, place) => (
        <Group
          component="li"
          gap={3}
          wrap="nowrap"
          pt={6}
          key={one.step}
          data-reached={place <= at || undefined}
          {...(place === at && { className: 'cv-strong' })}
        >
          {place < at && <IconCheck size={11} stroke={2} aria-hidden />}
          {say(one.label)}
        </Group>
      ))}
    </ol>
  )
}

export function Phone({ step }: { step: PreviewStep }) {
  const { workspace } = useSource()
  const { language, speak } = useDraft()
  const Step = drawings[step]
  return (
    <div className={classes.phone}>
      <Group className={classes.phoneHead} gap={8} wrap="nowrap">
        <WorkspaceIcon name={workspace.name} icon={workspace.icon} size={20} />
        <b className="cv-fill">{workspace.name}</b>
        <select
          aria-label={t('Language of the texts')}
          value={language}
          onChange={event => speak(event.currentTarget.value as PageLanguage)}
        >
          {Object.entries(pageLanguages).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </Group>
      {step !== 'home' && <Segments step={step} />}
      <Stack className="cv-wrap" gap={12} flex={1} lang={language}>
        <Step />
      </Stack>
    </div>
  )
}
