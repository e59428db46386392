// Files that are imported as text (`?raw`).
declare module '*?raw' {
  const text: string;
  export default text;
}
