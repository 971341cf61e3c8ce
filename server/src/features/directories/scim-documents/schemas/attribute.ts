/** An attribute definition as in RFC 7643 §7. */
export interface Attribute {
  readonly name: string
  readonly type: 'string' | 'boolean' | 'dateTime' | 'reference' | 'binary' | 'complex'
  readonly multiValued: boolean
  readonly description: string
  readonly required: boolean
  readonly caseExact: boolean
  readonly mutability: 'readWrite' | 'readOnly' | 'immutable' | 'writeOnly'
  readonly returned: 'always' | 'never' | 'default' | 'request'
  readonly uniqueness: 'none' | 'server'
  readonly canonicalValues?: readonly string[]
  readonly referenceTypes?: readonly string[]
  readonly subAttributes?: readonly Attribute[]
}

type Differs = Partial<Omit<Attribute, 'name' | 'description'>>

export const attribute = (name: string, description: string, differs: Differs = {}): Attribute => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...differs,
})

export const complexAttribute = (
  name: string,
  description: string,
  subAttributes: readonly Attribute[],
  differs: Differs = {},
): Attribute => attribute(name, description, { type: 'complex', ...differs, subAttributes })

export const several = (
  name: string,
  description: string,
  types: readonly string[],
  value: Differs = {},
  more: readonly Attribute[] = [],
): Attribute =>
  complexAttribute(
    name,
    description,
    [
      attribute('value', 'The value itself', value),
      attribute('display', 'A name of it for people'),
      attribute('type', 'Category', types.length > 0 ? { canonicalValues: types } : {}),
      attribute('primary', 'Whether it is the one to use', { type: 'boolean' }),
      ...more,
    ],
    { multiValued: true },
  )

export interface Schema {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly attributes: readonly Attribute[]
}

export interface ResourceType {
  readonly what: 'user' | 'group'
  readonly name: 'User' | 'Group'
  readonly endpoint: '/Users' | '/Groups'
  readonly core: Schema
  readonly extensions: readonly Schema[]
}
