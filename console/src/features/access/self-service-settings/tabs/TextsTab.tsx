import type { PageTexts } from '@claviger/contract/access/self-service-settings/page-settings'
import { pageLanguages, type PageLanguage } from '@claviger/contract/platform/languages'
import { Stack, Textarea, TextInput } from '@mantine/core'
import { t } from '#platform/text/text.ts'
import { Select } from '#platform/ui/fields/Select.tsx'
import { useDraft } from '../editor/page-draft.ts'
import { Part } from '../steps/Part.tsx'
import { HelpText } from './HelpText.tsx'

const nothing: PageTexts = { help: '', title: '', enrolled: '', recovered: '' }
const isEmpty = (texts: PageTexts) => Object.values(texts).every(text => text === '')

export default function TextsTab() {
  const { settings, set, language, speak, means, faults } = useDraft()
  const texts = settings.messages[language] ?? nothing
  const put = (change: Partial<PageTexts>) => {
    const next = { ...texts, ...change }
    const { [language]: _, ...others } = settings.messages
    set({ messages: isEmpty(next) ? others : { ...others, [language]: next } })
  }
  const shown = (Object.entries(pageLanguages) as [PageLanguage, string][]).map(([value, name]) => ({
    value,
    label: settings.messages[value] ? t('{language} (customized)', { language: name }) : name,
  }))
  return (
    <>
      <Part title={t('Language')} about={t('Empty fields use the default text')}>
        <Select
          aria-label={t('Language')}
          data={shown}
          value={language}
          allowDeselect={false}
          onChange={value => value !== null && speak(value)}
        />
      </Part>
      <Part title={t('Title')} about={t('Shown above the choices on the home page, and on the poster')}>
        <TextInput
          aria-label={t('Title')}
          value={texts.title}
          maxLength={100}
          onChange={event => put({ title: event.currentTarget.value })}
        />
      </Part>
      <Part title={t('Help')} about={t('Markdown: **bold**, lists, headings, links to https:// and mailto:')}>
        <Textarea
          aria-label={t('Help')}
          autosize
          minRows={4}
          maxRows={14}
          value={texts.help}
          error={faults[`messages.${language}.help`]}
          onChange={event => put({ help: event.currentTarget.value })}
        />
        <Stack
          className="cv-panel cv-wrap cv-prose"
          gap={8}
          p="12px 14px"
          role="group"
          aria-label={t('Preview')}
          lang={language}
        >
          {means && means.help.length > 0 ? (
            <HelpText of={means.help} />
          ) : (
            <p>{t('Contact your administrator if you need help.')}</p>
          )}
        </Stack>
      </Part>
      <Part title={t('Success messages')} about={t('Shown after enrollment and after a PIN reset')}>
        <TextInput
          label={t('After enrollment')}
          placeholder={t('Your card is ready to use.')}
          value={texts.enrolled}
          maxLength={300}
          onChange={event => put({ enrolled: event.currentTarget.value })}
        />
        <TextInput
          label={t('After PIN reset')}
          placeholder={t('Your PIN has been changed.')}
          value={texts.recovered}
          maxLength={300}
          onChange={event => put({ recovered: event.currentTarget.value })}
        />
      </Part>
    </>
  )
}
