// The compiler and the linter on one program: with types, most of what either does is what the other has done already.
import { ESLint } from 'eslint';
import ts from 'typescript';

const CONFIG = 'tsconfig.json';

const host = {
  getCurrentDirectory: ts.sys.getCurrentDirectory,
  getCanonicalFileName: (name) => name,
  getNewLine: () => ts.sys.newLine,
};
const fail = (diagnostic) => {
  throw new Error(ts.formatDiagnostic(diagnostic, host));
};

const { fileNames, options, errors } = ts.getParsedCommandLineOfConfigFile(
  CONFIG,
  {},
  { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail },
);
const program = ts.createProgram({ rootNames: fileNames, options, configFileParsingDiagnostics: errors });
const diagnostics = ts.sortAndDeduplicateDiagnostics(ts.getPreEmitDiagnostics(program));
process.stdout.write(ts.formatDiagnostics(diagnostics, host));

const eslint = new ESLint({
  overrideConfig: [
    { files: ['**/*.ts'], languageOptions: { parserOptions: { projectService: false, programs: [program] } } },
  ],
});
const results = await eslint.lintFiles('.');
const formatter = await eslint.loadFormatter('stylish');
process.stdout.write(await formatter.format(results));

const isClean = results.every(({ errorCount, fatalErrorCount }) => errorCount + fatalErrorCount === 0);
process.exitCode = diagnostics.length === 0 && isClean ? 0 : 1;
