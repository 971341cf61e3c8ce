const first = ['Anna', 'Ben', 'Clara', 'David', 'Emma', 'Felix', 'Greta', 'Hugo', 'Ida', 'Jonas', 'Klara', 'Leon']
const last = [
  'Adler',
  'Berg',
  'Conrad',
  'Dorn',
  'Ebert',
  'Frey',
  'Gross',
  'Haas',
  'Imhof',
  'Jung',
  'Kern',
  'Lang',
  'Moser',
]
const departments = ['Surgery', 'Radiology', 'Pharmacy', 'Laboratory', 'Reception', 'Facility']

export interface Sample {
  readonly address: string
  readonly givenName: string
  readonly surname: string
  readonly employeeId: string
  readonly department: string
}

export function* samplePeople(count: number): Generator<Sample> {
  for (let n = 0; n < count; n++) {
    const givenName = first[n % first.length] ?? ''
    const surname = last[Math.floor(n / first.length) % last.length] ?? ''
    const number = n < first.length * last.length ? '' : String(n)
    yield {
      address: `${givenName}.${surname}${number}@clinic.example`.toLowerCase(),
      givenName,
      surname: `${surname}${number && ` ${number}`}`,
      employeeId: String(10_000 + n),
      department: departments[n % departments.length] ?? '',
    }
  }
}
export { departments as sampleDepartments }
