#!/usr/bin/env bash
# What an app team does: resolve the artefacts from a Maven repository, test on a plain JVM, shrink a release.
# The shrunk program must run its story with the rules that the jar carries, and must fail without them.
#
#   run.sh <version>       after `make natives bindings`
set -euo pipefail

version=$1
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
published="$root/target/maven-repo"
quiet=(-B -ntp -Dorg.slf4j.simpleLogger.defaultLogLevel=error)

outside=$(mktemp -d)
# Only the published files may be found, neither today nor in the next build.
local_copy=$(mvn -q help:evaluate -Dexpression=settings.localRepository -DforceStdout)/dev/csmem
cleanup() { rm -rf "$outside" "$local_copy"; }
trap cleanup EXIT
rm -rf "$local_copy" "$published"

echo "publishing to target/maven-repo"
mvn "${quiet[@]}" -f "$root/bindings/kotlin" deploy -DskipTests -pl cs-mem,cs-mem-testing,. -DaltDeploymentRepository="published::file://$published"
rm -rf "$local_copy"

echo "testing a consumer outside the tree"
cp -R "$here/." "$outside"
mvn "${quiet[@]}" -Dorg.slf4j.simpleLogger.log.org.apache.maven.plugin.surefire=info \
    -f "$outside/pom.xml" package -Dpublished="$published" -Dversion="$version"
mvn "${quiet[@]}" -f "$outside/proguard.pom.xml" dependency:build-classpath -Dmdep.outputFile="$outside/proguard.txt"

# $1: file with rules; $2: shrunk jar
shrink() {
    local jars jar
    IFS=: read -ra jars <<<"$(cat "$outside/target/classpath.txt")"
    {
        echo "-injars $outside/target/consumer-1.jar"
        # Signed manifests and module descriptors belong to the jars as they were.
        for jar in "${jars[@]}"; do echo "-injars $jar(!META-INF/*.SF,!META-INF/*.RSA,!**module-info.class,!META-INF/versions/**)"; done
        echo "-outjars $2"
        echo "-libraryjars <java.home>/jmods(!**.jar;!module-info.class)"
        echo "-keep class consumer.MainKt { public static void main(); public static void main(java.lang.String[]); }"
        echo "-dontwarn kotlinx.**"
        echo "-dontwarn kotlin.**"
        echo "-dontnote"
        # Shrinking and renaming is what the rules are for. ProGuard's own optimiser now and then writes coroutine code
        # that the JVM refuses to verify, with or without us.
        echo "-dontoptimize"
        echo "-ignorewarnings"
        cat "$1"
    } >"$2.pro"
    java -cp "$(cat "$outside/proguard.txt")" proguard.ProGuard "@$2.pro" >"$2.log" 2>&1 || { tail -20 "$2.log"; exit 1; }
}

echo "shrinking it with the jar's own rules"
unzip -p "$published/dev/csmem/cs-mem/$version/cs-mem-$version.jar" "META-INF/proguard/*" >"$outside/rules.pro"
shrink "$outside/rules.pro" "$outside/shrunk.jar"
before=$(wc -c <"$published/dev/csmem/cs-mem/$version/cs-mem-$version.jar")
java -cp "$outside/shrunk.jar" consumer.MainKt
echo "shrunk: all of it $(wc -c <"$outside/shrunk.jar") bytes, our jar alone was $before"

echo "and without them, which must not run"
echo "" >"$outside/no-rules.pro"
shrink "$outside/no-rules.pro" "$outside/broken.jar"
if java -cp "$outside/broken.jar" consumer.MainKt >"$outside/broken.log" 2>&1; then
    echo "it ran: the rules prove nothing, or are not needed any more"
    exit 1
fi
echo "it failed, as it should: $(grep -m1 -E 'Error|Exception' "$outside/broken.log" | cut -c1-160)"
echo "consumer: 3 passed, 0 failed"
