/** Rows of pasted lines with the columns name, address, email, first name, and last name. */
export const rowsOf = (text: string) =>
  text
    .split('\n')
    .map(line => line.split(/[,;\t]/).map(cell => cell.trim()))
    .filter(cells => cells.some(cell => cell !== ''))
    .map(([name = '', url = '', ownerEmail = '', ownerFirstName = '', ownerLastName = '']) => ({
      name,
      url,
      ownerEmail,
      ownerFirstName,
      ownerLastName,
    }))
