import { msg, t } from '#platform/text/text.ts'

const fields: Readonly<Record<string, string>> = {
  userId: msg('User ID'),
  firstName: msg('First name'),
  lastName: msg('Last name'),
  email: msg('Email'),
  employeeId: msg('Employee ID'),
  phone: msg('Phone number'),
  language: msg('Language'),
  roles: msg('Role'),
  joins: msg('Added'),
  leaves: msg('Leaving'),
}

export const fieldOf = (field: string): string =>
  fields[field] === undefined
    ? t('Additional attribute {number}', { number: field.replace('attribute', '') })
    : t(fields[field])
