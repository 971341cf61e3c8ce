import { downloads } from '@claviger/contract/oversight/downloads'
import { Button } from '@mantine/core'
import { IconCpu, IconExternalLink } from '@tabler/icons-react'
import { useRead } from '../../../ground/data/useRead.ts'
import { t } from '../../../ground/text/text.ts'
import { IconRow, IconRows } from '../../../ground/ui/list/IconRow.tsx'
import { Waiting } from '../../../ground/ui/page/Waiting.tsx'
import { StepFoot } from '../registration/StepFoot.tsx'
import classes from './onboarding.module.css'
import type { OnboardingProps } from './step.ts'

/** Where the makers of card readers offer their drivers. */
export default function ReaderDriverStep({ next, back }: OnboardingProps) {
  const list = useRead(downloads.list, {})
  return (
    <form
      className={classes.step}
      onSubmit={event => {
        event.preventDefault()
        next()
      }}
    >
      <Waiting on={list} what={t('the downloads')}>
        <IconRows>
          {list.data?.items
            .filter(one => one.kind === 'driver')
            .map(one => (
              <IconRow
                key={one.id}
                icon={<IconCpu size={20} stroke={1.6} aria-hidden />}
                name={<strong>{one.name}</strong>}
                about={one.about}
                last={one.systems.join(', ')}
                menu={
                  <Button
                    component="a"
                    href={one.href}
                    target="_blank"
                    rel="noreferrer"
                    variant="default"
                    aria-label={t('Open the page of {maker}', { maker: one.name })}
                    rightSection={<IconExternalLink size={16} stroke={1.7} aria-hidden />}
                  >
                    {t('Open')}
                  </Button>
                }
              />
            ))}
        </IconRows>
      </Waiting>
      <p className={classes.note}>
        {t('Windows, macOS and Linux know most readers by themselves. Install a driver where a reader is not found.')}
      </p>
      <StepFoot back={back} autoFocus />
    </form>
  )
}
